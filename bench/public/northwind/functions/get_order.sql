---
name: get_order
does: One order by its number, with its customer, employee, days, shipper, freight and total after discount. 按订单号给出客户、经手员工、下单日、发货日、承运商、运费和折后总额。
when: The question names an order number. 问题给出了订单号。
not: Not for several orders of a customer (get_customer_sales). 不用于客户的多笔订单。
words: [order, freight of order, shipped, shipper, 订单, 运费, 发货, 承运商]
database: traders
params:
  order: {type: identifier, identifier: order, required: true, meaning: order number, ask: {zh: 请给出订单号。, en: "Which order number?"}}
columns:
  order: {type: identifier, title: 订单, title_en: order, entity: order}
  customer: {type: text, title: 客户, title_en: customer, entity: customer}
  employee: {type: text, title: 经手员工, title_en: employee, entity: employee}
  ordered_on: {type: date, title: 下单日, title_en: ordered on}
  shipped_on: {type: date, title: 发货日, title_en: shipped on}
  shipper: {type: text, title: 承运商, title_en: shipper}
  freight: {type: decimal, title: 运费, title_en: freight, unit: 美元, unit_en: USD}
  total: {type: decimal, title: 总额, title_en: total, unit: 美元, unit_en: USD}
say:
  zh: "订单 {order}：客户 {customer}，经手员工 {employee}，{ordered_on} 下单，{shipped_on} 发货，承运商 {shipper}，运费 {freight} 美元，总额 {total} 美元。"
  en: "Order {order} of {customer}, taken by {employee}, was placed on {ordered_on} and shipped on {shipped_on} by {shipper}; freight {freight} USD, total {total} USD."
---
SELECT o.OrderID AS "order", c.CompanyName AS customer, e.FirstName || ' ' || e.LastName AS employee, date(o.OrderDate) AS ordered_on, date(o.ShippedDate) AS shipped_on,
  s.CompanyName AS shipper, o.Freight AS freight, (SELECT ROUND(SUM(UnitPrice * Quantity * (1 - Discount)), 2) FROM [Order Details] WHERE OrderID = o.OrderID) AS total
FROM Orders o JOIN Customers c USING (CustomerID) JOIN Employees e USING (EmployeeID) JOIN Shippers s ON s.ShipperID = o.ShipVia
WHERE o.OrderID = :order
