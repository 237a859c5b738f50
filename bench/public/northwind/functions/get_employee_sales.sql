---
name: get_employee_sales
does: Sales after discount and orders by employee in a period. 各员工在一段时间内的折后销售额和订单数。
when: The question asks what employees sold, or how many orders they took. 问员工卖了多少、接了几单。
not: Not for titles or hire dates (get_employee). 不含职位和入职日期。
words: [employee, sold by, orders taken, took, sales representative, 员工, 销售代表, 接了多少单, 业绩]
database: traders
params:
  employees: {type: enum, list: true, query: SELECT FirstName || ' ' || LastName FROM Employees ORDER BY 1, entity: employee, meaning: employee}
  period: {type: period, default: 1996-07-01 to 1998-05-06, meaning: order date}
columns:
  employee: {type: text, title: 员工, title_en: employee, entity: employee}
  sales: {type: decimal, sums: true, title: 销售额, title_en: sales, unit: 美元, unit_en: USD}
  orders: {type: integer, sums: true, title: 订单数, title_en: orders, unit: 单, unit_en: orders}
say:
  zh: "{employee}销售额 {sales} 美元，订单 {orders} 单。"
  en: "{employee}: sales {sales} USD over {orders} orders."
---
SELECT e.FirstName || ' ' || e.LastName AS employee, ROUND(SUM(d.UnitPrice * d.Quantity * (1 - d.Discount)), 2) AS sales, COUNT(DISTINCT o.OrderID) AS orders
FROM Orders o JOIN Employees e USING (EmployeeID) JOIN [Order Details] d USING (OrderID)
WHERE date(o.OrderDate) BETWEEN :period_from AND :period_to
  AND (:employees IS NULL OR e.FirstName || ' ' || e.LastName IN (SELECT value FROM json_each(:employees)))
GROUP BY e.EmployeeID ORDER BY sales DESC
