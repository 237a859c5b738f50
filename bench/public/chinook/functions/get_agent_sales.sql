---
name: get_agent_sales
does: Revenue and customers of each sales support agent. 每位销售客服的客户数和销售额。
when: The question asks what sales agents brought in, or how many customers each looks after. 问销售客服的业绩、各自负责多少客户。
not: Not for employees who are no agents. 不含其他员工。
words: [sales agent, support rep, agents, brought in, looks after, 销售客服, 业绩, 负责多少客户]
database: shop
params:
  agents: {type: enum, list: true, query: SELECT FirstName || ' ' || LastName FROM Employee WHERE Title = 'Sales Support Agent' ORDER BY 1, entity: employee, meaning: agent}
  period: {type: period, default: 2021-01-01 to 2025-12-31, meaning: invoice date}
columns:
  agent: {type: text, title: 销售客服, title_en: agent, entity: employee}
  customers: {type: integer, title: 客户数, title_en: customers}
  revenue: {type: decimal, sums: true, title: 销售额, title_en: revenue, unit: 美元, unit_en: USD}
say:
  zh: "{agent}负责客户 {customers} 位，销售额 {revenue} 美元。"
  en: "{agent} looks after {customers} customers, revenue {revenue} USD."
---
SELECT e.FirstName || ' ' || e.LastName AS agent, COUNT(DISTINCT c.CustomerId) AS customers, ROUND(SUM(i.Total), 2) AS revenue
FROM Employee e JOIN Customer c ON c.SupportRepId = e.EmployeeId JOIN Invoice i USING (CustomerId)
WHERE date(i.InvoiceDate) BETWEEN :period_from AND :period_to
  AND (:agents IS NULL OR e.FirstName || ' ' || e.LastName IN (SELECT value FROM json_each(:agents)))
GROUP BY e.EmployeeId ORDER BY revenue DESC
