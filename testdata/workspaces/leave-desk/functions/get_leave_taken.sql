---
name: get_leave_taken
does: 查询一名员工在一段时间内各类假（年假、病假、事假）请了几天。Looks up how many days of leave of each kind one employee took in a period.
when: 问某个员工请了几天假、休了几天年假或病假时。The question is how many days off a named employee took.
not: 不用于制度规定的天数，也不用于年假余额。Not for what the policy allows, and not for the balance.
words: [请了几天, 休了几天, 请假天数, 请了多少天, days of leave, take last month, took]
params:
  employee: {type: enum, query: SELECT name FROM employees, entity: employee, required: true, meaning: 员工姓名, ask: {zh: 请问是哪位员工？, en: "Which employee?"}}
  kind: {type: enum, values: [年假, 病假, 事假], entity: kind, meaning: 假别}
  period: {type: period, default: 上个月, meaning: 请假开始日所在的期间}
bind: {user: session.user, roles: session.roles}
owner:
  param: employee
  sql: SELECT name FROM employees WHERE name IN (SELECT value FROM json_each(:employee)) AND (user_id = :user OR EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'hr'))
columns:
  employee: {type: text, title: 员工, title_en: employee, entity: employee}
  kind: {type: text, title: 假别, title_en: kind of leave, entity: kind}
  days: {type: decimal, title: 请假天数, title_en: days of leave, unit: 天, unit_en: days, metric: leave_days}
say:
  zh: "{employee}请了 {days}{kind}。"
  en: "{employee} took {days} of {kind}."
freshness: live
---
SELECT e.name AS employee, l.kind, SUM(l.days) AS days
FROM leaves l JOIN employees e USING (user_id)
WHERE e.name = :employee AND l.state = 'approved' AND l.first_day BETWEEN :period_from AND :period_to
  AND (:kind IS NULL OR l.kind = :kind)
GROUP BY e.name, l.kind ORDER BY l.kind
