---
name: rank_late
does: 按迟到次数从多到少列出一段时间内的员工。Ranks the employees by how many times they were late in a period.
when: 问谁迟到最多、迟到排名时。The question is who was late most often.
not: 不用于一名指定的员工，也不用于迟到的规定。Not for one named employee, and not for the rules on being late.
words: [谁迟到, 迟到最多, 迟到排名, late most often, most late, who was late]
params:
  n: {type: integer, min: 1, max: 50, default: 3, meaning: 名次数}
  period: {type: period, default: 上个月, meaning: 打卡日所在的期间}
bind: {roles: session.roles}
columns:
  employee: {type: text, title: 员工, title_en: employee, entity: employee}
  late_count: {type: integer, title: 迟到次数, title_en: times late, unit: 次, unit_en: times, metric: late_count}
ranked: true
ties: late_count
say:
  zh: "{employee}迟到 {late_count}。"
  en: "{employee} was late {late_count}."
freshness: live
---
SELECT e.name AS employee, COUNT(*) AS late_count
FROM employees e JOIN clock_ins c USING (user_id)
WHERE c.at > '09:00' AND c.day BETWEEN :period_from AND :period_to
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'hr')
GROUP BY e.user_id ORDER BY late_count DESC, e.name LIMIT :n
