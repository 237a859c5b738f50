---
name: get_customer_sales
does: Sales after discount, orders and the last order's day of customers that are named. 点名客户的折后销售额、订单数和最近下单日。
when: The question names a customer and asks what they bought for, how many orders, or when they last ordered. 问某客户买了多少、几单、最近何时下单。
not: Not for rankings (get_top_customers). 不用于排名。
words: [bought, buy, spent, orders, last order, ordered, 买了, 订单, 几单, 最近下单]
database: traders
params:
  customers: {type: enum, list: true, required: true, query: SELECT CompanyName FROM Customers ORDER BY 1, entity: customer, meaning: customer}
  period: {type: period, default: 1996-07-01 to 1998-05-06, meaning: order date}
columns:
  customer: {type: text, title: 客户, title_en: customer, entity: customer}
  sales: {type: decimal, sums: true, title: 销售额, title_en: sales, unit: 美元, unit_en: USD}
  orders: {type: integer, sums: true, title: 订单数, title_en: orders, unit: 单, unit_en: orders}
  last_order: {type: date, title: 最近下单日, title_en: last order}
say:
  zh: "{customer}销售额 {sales} 美元，订单 {orders} 单，最近在 {last_order} 下单。"
  en: "{customer}: sales {sales} USD over {orders} orders, the last on {last_order}."
---
SELECT c.CompanyName AS customer, ROUND(SUM(d.UnitPrice * d.Quantity * (1 - d.Discount)), 2) AS sales, COUNT(DISTINCT o.OrderID) AS orders, date(MAX(o.OrderDate)) AS last_order
FROM Orders o JOIN Customers c USING (CustomerID) JOIN [Order Details] d USING (OrderID)
WHERE date(o.OrderDate) BETWEEN :period_from AND :period_to AND c.CompanyName IN (SELECT value FROM json_each(:customers))
GROUP BY c.CompanyName ORDER BY customer
