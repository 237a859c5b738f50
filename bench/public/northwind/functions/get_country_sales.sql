---
name: get_country_sales
does: Sales after discount, orders and customers by the customer's country in a period. 各国客户在一段时间内的折后销售额、订单数和客户数。
when: The question asks for sales or orders of a country, or by country. 问某国或各国的销售额、订单数。
not: Not for single customers (get_customer_sales) or categories. 不用于单个客户和品类。
words: [country, countries, orders from, sales in, by country, 国家, 各国, 订单数, 销售额]
database: traders
params:
  countries: {type: enum, list: true, query: SELECT DISTINCT Country FROM Customers WHERE Country IS NOT NULL ORDER BY 1, entity: country, meaning: country}
  period: {type: period, default: 1996-07-01 to 1998-05-06, meaning: order date}
columns:
  country: {type: text, title: 国家, title_en: country, entity: country}
  sales: {type: decimal, sums: true, title: 销售额, title_en: sales, unit: 美元, unit_en: USD}
  orders: {type: integer, sums: true, title: 订单数, title_en: orders, unit: 单, unit_en: orders}
  customers: {type: integer, sums: true, title: 客户数, title_en: customers}
say:
  zh: "{country}销售额 {sales} 美元，订单 {orders} 单，客户 {customers} 位。"
  en: "{country}: sales {sales} USD, {orders} orders, {customers} customers."
---
SELECT c.Country AS country, ROUND(SUM(d.UnitPrice * d.Quantity * (1 - d.Discount)), 2) AS sales, COUNT(DISTINCT o.OrderID) AS orders, COUNT(DISTINCT c.CustomerID) AS customers
FROM Orders o JOIN Customers c USING (CustomerID) JOIN [Order Details] d USING (OrderID)
WHERE date(o.OrderDate) BETWEEN :period_from AND :period_to
  AND (:countries IS NULL OR c.Country IN (SELECT value FROM json_each(:countries)))
GROUP BY c.Country ORDER BY sales DESC
