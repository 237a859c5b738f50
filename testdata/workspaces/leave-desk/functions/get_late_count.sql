---
name: get_late_count
does: 查询一名员工在一段时间内迟到了几次。Counts how many times one employee was late in a period.
when: 问某个员工迟到了几次时。The question is how often a named employee was late.
not: 不用于比较多名员工，也不用于迟到的规定。Not for comparing employees, and not for the rules on being late.
words: [迟到了几次, 迟到几次, 迟到次数, times late, how often late]
params:
  employee: {type: enum, query: SELECT name FROM employees, entity: employee, required: true, meaning: 员工姓名, ask: {zh: 请问是哪位员工？, en: "Which employee?"}}
  period: {type: period, default: 上个月, meaning: 打卡日所在的期间}
bind: {user: session.user, roles: session.roles}
owner:
  param: employee
  sql: SELECT name FROM employees WHERE name IN (SELECT value FROM json_each(:employee)) AND (user_id = :user OR EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'hr'))
columns:
  employee: {type: text, title: 员工, title_en: employee, entity: employee}
  late_count: {type: integer, title: 迟到次数, title_en: times late, unit: 次, unit_en: times, metric: late_count}
say:
  zh: "{employee}迟到 {late_count}。"
  en: "{employee} was late {late_count}."
freshness: live
---
SELECT e.name AS employee, COUNT(c.day) AS late_count
FROM employees e LEFT JOIN clock_ins c ON c.user_id = e.user_id AND c.at > '09:00' AND c.day BETWEEN :period_from AND :period_to
WHERE e.name = :employee GROUP BY e.user_id
