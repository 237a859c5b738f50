---
name: get_employee
does: Title, hire date and manager of employees that are named. 点名员工的职位、入职日期和上级。
when: The question asks what an employee does, since when, or whom they report to. 问员工的职位、入职时间、上级。
not: No private address or phone. 不含住址和电话。
words: [title, position, hired, hire date, report to, reports to, manager, 职位, 入职, 上级, 汇报]
database: traders
params:
  employees: {type: enum, list: true, required: true, query: SELECT FirstName || ' ' || LastName FROM Employees ORDER BY 1, entity: employee, meaning: employee}
columns:
  employee: {type: text, title: 员工, title_en: employee, entity: employee}
  title: {type: text, title: 职位, title_en: title}
  hired: {type: date, title: 入职日期, title_en: hire date}
  manager: {type: text, title: 上级, title_en: manager, entity: employee}
say:
  zh: "{employee}的职位是 {title}，上级是 {manager}，{hired} 入职。"
  en: "{employee} is {title}, reports to {manager}, and was hired on {hired}."
---
SELECT e.FirstName || ' ' || e.LastName AS employee, e.Title AS title, date(e.HireDate) AS hired, m.FirstName || ' ' || m.LastName AS manager
FROM Employees e LEFT JOIN Employees m ON m.EmployeeID = e.ReportsTo
WHERE e.FirstName || ' ' || e.LastName IN (SELECT value FROM json_each(:employees)) ORDER BY employee
