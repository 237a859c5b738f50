---
name: get_order
does: State, amount paid, payment method, tracking number and number of items of one order. 一个订单的状态、付款额、付款方式、物流单号和件数。
when: The question names an order and asks for its state, total, payment or tracking. 问某订单的状态、总额、付款方式、物流单号。
not: Not for what is in it (get_order_items). 不含订单里的商品。
words: [order, state of order, status, total, paid, payment method, tracking number, 订单, 状态, 总额, 付款, 物流单号]
database: retail
params:
  order_id: {type: identifier, identifier: order, required: true, meaning: order number, ask: {zh: 请给出订单号。, en: "Which order? Please give its number."}}
bind: {user: session.user}
owner:
  param: order_id
  sql: SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(:order_id)) AND user_id = :user
columns:
  order_id: {type: identifier, title: 订单号, title_en: order}
  status: {type: text, title: 状态, title_en: status}
  paid: {type: decimal, title: 付款额, title_en: amount paid, unit: 美元, unit_en: USD}
  method: {type: text, title: 付款方式, title_en: payment method}
  tracking: {type: text, title: 物流单号, title_en: tracking number}
  items: {type: integer, title: 件数, title_en: items}
say:
  zh: "订单 {order_id} 状态 {status}，付款额 {paid} 美元，付款方式 {method}，物流单号 {tracking}，共 {items} 件。"
  en: "Order {order_id}: status {status}, amount paid {paid} USD by {method}, tracking number {tracking}, {items} items."
freshness: live
---
SELECT order_id, status, paid, method, tracking, (SELECT COUNT(*) FROM items i WHERE i.order_id = o.order_id) AS items
FROM orders o WHERE order_id = :order_id
