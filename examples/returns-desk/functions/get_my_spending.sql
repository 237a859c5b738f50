---
name: get_my_spending
does: "统计提问者自己在一段时间内付款的订单，按品类给出单数和金额。Sums up the asker's own paid orders of a period, by category: how many and how much."
when: "问题是自己一共花了多少、买了几单时。The question is how much the asker spent, or on how many orders."
not: "不用于单个订单的金额，不能统计别人的订单，退款不在其中。Not for one order's amount, other people's orders or refunds."
words: [一共多少钱, 总共多少钱, 合计多少钱, 加起来多少钱, 订单一共, 订单总共, my orders come to, orders cost in total, total of my orders, 一共花了, 花了多少, 消费, 合计, 总共, spent, spending, in total]
database: orders
params:
  period:   {type: period, default: past 90 days, meaning: 付款的时间}
  category: {type: enum, query: SELECT category FROM categories, entity: category, meaning: 品类}
bind: {tenant: session.tenant, user: session.user}
columns:
  category: {type: text, entity: category, title: 品类, title_en: category}
  orders:   {type: integer, unit: 单, unit_en: orders, title: 单数, title_en: paid orders}
  amount:   {type: decimal, sums: true, unit: 元, unit_en: CNY, title: 金额, title_en: amount}
say:
  zh: "{category}：{orders}，金额 {amount}。"
  en: "{category}: {orders}, {amount}."
freshness: live
---
SELECT p.category, count(*) AS orders, sum(o.amount_cents) / 100.0 AS amount
FROM orders o
JOIN products p ON p.sku = o.sku
WHERE o.tenant = :tenant
  AND o.user_id = :user
  AND date(o.paid_at, '+8 hours') BETWEEN :period_from AND :period_to
  AND (:category IS NULL OR p.category = :category)
GROUP BY p.category
ORDER BY amount DESC, p.category
