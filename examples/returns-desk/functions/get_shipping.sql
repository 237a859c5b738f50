---
name: get_shipping
does: "查询一个订单的物流：承运商、运单号、发货和签收时间。Looks up the parcel of one order: carrier, tracking number, when it was shipped and signed for."
when: "问题是包裹到哪里了、用什么快递、运单号是多少时。The question is where a parcel is, who carries it, or its tracking number."
not: "不用于退货条件，也不用于金额。Not for return conditions or amounts."
words: [物流, 快递, 运单, 运单号, 快递单号, 发货, 到哪, 承运商, shipping, shipped, tracking, carrier, parcel]
database: orders
params:
  order_id: {type: identifier, identifier: order, required: true, meaning: 订单号, ask: {zh: 请问是哪个订单？请提供订单号。, en: "Which order? Please give the order number."}}
bind: {tenant: session.tenant, user: session.user, roles: session.roles}
owner:
  param: order_id
  sql: SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(:order_id)) AND tenant = :tenant
       AND (user_id = :user OR EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'agent'))
columns:
  order_id:     {type: identifier, title: 订单号, title_en: order}
  order_status: {type: text, title: 订单状态, title_en: state (Chinese)}
  carrier:      {type: text, title: 承运商, title_en: carrier}
  tracking_no:  {type: identifier, title: 运单号, title_en: tracking number}
  shipped_at:   {type: datetime, title: 发货时间, title_en: shipped at, meaning: 为空表示尚未发货}
  signed_at:    {type: datetime, title: 签收时间, title_en: signed for at, meaning: 为空表示尚未签收}
say:
  zh: 订单 {order_id} 的包裹由{carrier}承运，运单号 {tracking_no}，发货 {shipped_at}，签收 {signed_at}。
  en: The parcel of order {order_id} is carried by {carrier}, tracking number {tracking_no}, shipped {shipped_at}, signed for {signed_at}.
freshness: live
---
SELECT order_id, order_status, carrier, tracking_no, shipped_at, signed_at
FROM orders
WHERE order_id = :order_id AND tenant = :tenant
