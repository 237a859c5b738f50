---
name: list_my_orders
does: The asker's own orders with state and amount. 提问者自己的订单、状态和金额。
when: The asker wants their orders, how many there are, or what they spent. 提问者问自己有哪些订单、几个、花了多少。
not: Nobody else's orders. 不含他人的订单。
words: [my orders, all my orders, how many orders, orders do i have, have i spent, pending orders, delivered orders, 我的订单, 有哪些订单, 几个订单, 花了多少]
database: retail
params:
  status: {type: enum, values: [pending, processed, delivered, cancelled], aliases: {待处理: pending, 已处理: processed, 已送达: delivered, 已取消: cancelled}, meaning: state}
bind: {user: session.user}
columns:
  order_id: {type: identifier, title: 订单号, title_en: order, entity: order}
  status: {type: text, title: 状态, title_en: status}
  paid: {type: decimal, sums: true, title: 付款额, title_en: amount paid, unit: 美元, unit_en: USD}
say:
  zh: "订单 {order_id} 状态 {status}，付款额 {paid} 美元。"
  en: "Order {order_id}: status {status}, amount paid {paid} USD."
freshness: live
---
SELECT order_id, status, paid FROM orders WHERE user_id = :user AND (:status IS NULL OR status = :status) ORDER BY order_id
