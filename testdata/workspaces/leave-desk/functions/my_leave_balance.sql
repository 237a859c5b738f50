---
name: my_leave_balance
does: 查询提问者本人今年的年假：应有、结转、已休和剩余天数。Looks up how much of this year's annual leave the asker is entitled to, carried over, took and has left.
when: 问“我”的年假还剩几天、还能请几天时。The asker wants to know how much annual leave they have left.
not: 不用于其他员工，也不用于制度规定。Not for other employees, and not for the policy.
words: [我的年假, 还剩, 剩余, 余额, 还能请, days left, my balance, have left]
bind: {user: session.user, today: clock.today}
columns:
  entitled: {type: integer, title: 应有天数, title_en: entitled, unit: 天, unit_en: days}
  carried: {type: integer, title: 上年结转天数, title_en: carried over, unit: 天, unit_en: days}
  taken: {type: decimal, title: 已休天数, title_en: taken, unit: 天, unit_en: days}
  remaining: {type: decimal, title: 剩余天数, title_en: left, unit: 天, unit_en: days}
rows: {max: 1}
say:
  zh: 剩余天数 {remaining}（应有天数 {entitled}，上年结转天数 {carried}，已休天数 {taken}）。
  en: "left {remaining}, entitled {entitled}, carried over {carried}, taken {taken}."
freshness: live
---
SELECT e.entitled, e.carried, COALESCE(SUM(l.days), 0) AS taken, e.entitled + e.carried - COALESCE(SUM(l.days), 0) AS remaining
FROM employees e LEFT JOIN leaves l ON l.user_id = e.user_id AND l.kind = '年假' AND l.state = 'approved' AND substr(l.first_day, 1, 4) = substr(:today, 1, 4)
WHERE e.user_id = :user GROUP BY e.user_id
