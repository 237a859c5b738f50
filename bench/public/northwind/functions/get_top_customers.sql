---
name: get_top_customers
does: The customers with the highest sales in a period, ranked. 一段时间内销售额最高的客户排名。
when: The question asks for the best customers. 问最大的客户、客户排名。
not: Not for customers that are named (get_customer_sales). 点名的客户用 get_customer_sales。
words: [top customers, best customers, biggest customers, largest customers, customers who bought most, 最大的客户, 客户排名, 买得最多的客户]
database: traders
ranked: true
ties: sales
params:
  n: {type: integer, min: 1, max: 20, default: 3, meaning: how many}
  period: {type: period, default: 1996-07-01 to 1998-05-06, meaning: order date}
  country: {type: enum, query: SELECT DISTINCT Country FROM Customers WHERE Country IS NOT NULL ORDER BY 1, entity: country, meaning: country}
columns:
  rank: {type: integer, title: 名次, title_en: rank}
  customer: {type: text, title: 客户, title_en: customer, entity: customer}
  sales: {type: decimal, title: 销售额, title_en: sales, unit: 美元, unit_en: USD}
  orders: {type: integer, title: 订单数, title_en: orders, unit: 单, unit_en: orders}
say:
  zh: "第 {rank} 名 {customer}：销售额 {sales} 美元，订单 {orders} 单。"
  en: "No. {rank} {customer}: sales {sales} USD over {orders} orders."
---
SELECT ROW_NUMBER() OVER (ORDER BY sales DESC, customer) AS rank, customer, sales, orders FROM (
  SELECT c.CompanyName AS customer, ROUND(SUM(d.UnitPrice * d.Quantity * (1 - d.Discount)), 2) AS sales, COUNT(DISTINCT o.OrderID) AS orders
  FROM Orders o JOIN Customers c USING (CustomerID) JOIN [Order Details] d USING (OrderID)
  WHERE date(o.OrderDate) BETWEEN :period_from AND :period_to AND (:country IS NULL OR c.Country = :country)
  GROUP BY c.CompanyName)
ORDER BY rank LIMIT :n
