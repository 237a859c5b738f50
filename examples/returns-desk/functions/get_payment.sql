---
name: get_payment
does: "查询一个订单的件数、实付金额、付款时间和开票状态。Looks up what was paid for one order, when, for how many pieces, and whether an invoice was issued."
when: "问题是订单多少钱、付了没有、开没开发票时。The question is what an order cost, whether it was paid, or whether it was invoiced."
not: "不用于物流、退货条件和多个订单的合计。Not for shipping, return conditions or sums over orders."
words: [金额, 多少钱, 价格, 实付, 付了多少, 开票, 发票状态, amount, price, cost, how much, invoiced, i paid, did i pay, we paid]
database: orders
params:
  order_id: {type: identifier, identifier: order, required: true, meaning: 订单号, ask: {zh: 请问是哪个订单？请提供订单号。, en: "Which order? Please give the order number."}}
bind: {tenant: session.tenant, user: session.user, roles: session.roles}
owner:
  param: order_id
  sql: SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(:order_id)) AND tenant = :tenant
       AND (user_id = :user OR EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'agent'))
columns:
  order_id: {type: identifier, title: 订单号, title_en: order}
  product:  {type: text, title: 商品, title_en: product}
  quantity: {type: integer, unit: 件, unit_en: pcs, title: 件数, title_en: quantity}
  amount:   {type: decimal, unit: 元, unit_en: CNY, title: 实付金额, title_en: amount paid}
  paid_at:  {type: datetime, title: 付款时间, title_en: paid at, meaning: 为空表示尚未付款}
  invoice:  {type: text, title: 开票状态, title_en: invoice}
say:
  zh: 订单 {order_id}（{product}，{quantity}）金额 {amount}，付款 {paid_at}，发票：{invoice}。
  en: "Order {order_id} ({product}, {quantity}) amounts to {amount}, paid {paid_at}, invoice: {invoice}."
freshness: live
---
SELECT o.order_id, p.name AS product, o.quantity, o.amount_cents / 100.0 AS amount, o.paid_at, o.invoice
FROM orders o
JOIN products p ON p.sku = o.sku
WHERE o.order_id = :order_id AND o.tenant = :tenant
