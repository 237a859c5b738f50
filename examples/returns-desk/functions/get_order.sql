---
name: get_order
does: "查询一个订单的状态、商品，以及下单、付款、发货和签收的时间。Looks up one order: its state, its product, and when it was placed, paid, shipped and signed for."
when: "问题涉及某个订单的状态、商品或日期时。The question is about one order's state, product or dates."
not: "不用于列出或统计多个订单，不含金额和物流单号，不含收货人、电话和地址，也不含规定。Not for lists or statistics, amounts, tracking numbers, phone numbers, addresses or policies."
words: [订单, 单号, 签收, 下单, 付款, 到货, 收到, order, signed, delivered, ordered, paid]
database: orders
params:
  order_id: {type: identifier, identifier: order, required: true, meaning: 订单号，A 加 3 到 6 位数字, ask: {zh: 请问是哪个订单？请提供订单号。, en: "Which order? Please give the order number."}}
bind: {tenant: session.tenant, user: session.user, roles: session.roles}
owner:
  param: order_id
  sql: SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(:order_id)) AND tenant = :tenant
       AND (user_id = :user OR EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'agent'))
columns:
  order_id:       {type: identifier, title: 订单号, title_en: order}
  order_status:   {type: text, title: 订单状态, title_en: state (Chinese), meaning: 待付款、已付款、已发货、已签收、已取消或已发卡}
  state:          {type: text, title: 状态（英文）, title_en: state, meaning: the same in English}
  product:        {type: text, title: 商品, title_en: product (Chinese)}
  product_en:     {type: text, title: 商品（英文）, title_en: product}
  category:       {type: text, entity: category, title: 品类, title_en: category}
  policy:         {type: text, title: 适用的政策, title_en: policy, meaning: 该品类售后政策的文档编号；没有发布政策的为空}
  policy_version: {type: text, title: 签收时登记的政策版本, title_en: policy version stamped at signing, meaning: 订单系统按签收日登记的版本；条款内容以文档为准}
  ordered_at:     {type: datetime, title: 下单时间, title_en: ordered at}
  paid_at:        {type: datetime, title: 付款时间, title_en: paid at}
  shipped_at:     {type: datetime, title: 发货时间, title_en: shipped at}
  signed_at:      {type: datetime, title: 签收时间, title_en: signed for at, meaning: 收件人签收的时间；为空表示尚未签收}
say:
  zh: 订单 {order_id}（{product}）：{order_status}；下单 {ordered_at}，付款 {paid_at}，发货 {shipped_at}，签收 {signed_at}。
  en: "Order {order_id} ({product_en}): {state}; ordered {ordered_at}, paid {paid_at}, shipped {shipped_at}, signed for {signed_at}."
freshness: live
---
SELECT o.order_id,
       o.order_status,
       CASE o.order_status WHEN '待付款' THEN 'awaiting payment' WHEN '已付款' THEN 'paid' WHEN '已发货' THEN 'shipped'
            WHEN '已签收' THEN 'signed for' WHEN '已取消' THEN 'cancelled' ELSE 'card issued' END AS state,
       p.name AS product,
       p.name_en AS product_en,
       p.category,
       a.policy,
       -- signing times carry an offset; the shop's days are those of UTC+8
       (SELECT s.version FROM policy_stamps s
         WHERE s.policy = a.policy AND s.effective_from <= date(o.signed_at, '+8 hours')
         ORDER BY s.effective_from DESC LIMIT 1) AS policy_version,
       o.ordered_at,
       o.paid_at,
       o.shipped_at,
       o.signed_at
FROM orders o
JOIN products p ON p.sku = o.sku
LEFT JOIN policies a ON a.tenant = o.tenant AND a.category = p.category
WHERE o.order_id = :order_id AND o.tenant = :tenant
