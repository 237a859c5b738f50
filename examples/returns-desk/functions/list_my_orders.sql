---
name: list_my_orders
does: "列出提问者自己在一段时间内下的订单。Lists the asker's own orders placed in a period."
when: "问题是自己有哪些订单，或者忘了订单号时。The question is which orders the asker has, or the order number is forgotten."
not: "不用于某一个订单的详情，不能查别人的订单。Not for the details of one order, and never for other people's orders."
words: [我的订单, 哪些订单, 有几个订单, 订单列表, 列出, 买过什么, 买了什么, 还没收到, 在路上, 在途, my orders, list, which orders, what did I buy, did I order, have I ordered, on the way, in transit, 什么订单, 有什么订单, 订单号忘了, 忘了订单号, 忘记订单号, lost the order number, forgot the order number, 下了哪些单, 哪几单]
database: orders
params:
  period:   {type: period, default: past 90 days, meaning: 下单的时间}
  status:   {type: enum, values: [待付款, 已付款, 已发货, 已签收, 已取消, 已发卡], aliases: {未付款: 待付款, 没付款: 待付款, unpaid: 待付款, 未发货: 已付款, 没发货: 已付款, 在途: 已发货, 没收到: 已发货, 未签收: 已发货, shipped: 已发货, on the way: 已发货, in transit: 已发货, on their way: 已发货, 在路上: 已发货, 签收: 已签收, delivered: 已签收, cancelled: 已取消, 取消: 已取消}, meaning: 订单状态}
  category: {type: enum, query: SELECT category FROM categories, entity: category, meaning: 品类}
bind: {tenant: session.tenant, user: session.user}
columns:
  order_id:     {type: identifier, title: 订单号, title_en: order}
  product:      {type: text, title: 商品, title_en: product}
  category:     {type: text, entity: category, title: 品类, title_en: category}
  order_status: {type: text, title: 状态, title_en: state}
  ordered_at:   {type: datetime, title: 下单时间, title_en: ordered at}
  signed_at:    {type: datetime, title: 签收时间, title_en: signed for at}
say:
  zh: "{order_id}：{product}，{order_status}，下单 {ordered_at}，签收 {signed_at}。"
  en: "{order_id}: {product}, {order_status}, ordered {ordered_at}, signed for {signed_at}."
rows: {max: 50}
freshness: live
---
SELECT o.order_id, p.name AS product, p.category, o.order_status, o.ordered_at, o.signed_at
FROM orders o
JOIN products p ON p.sku = o.sku
WHERE o.tenant = :tenant
  AND o.user_id = :user
  AND date(o.ordered_at, '+8 hours') BETWEEN :period_from AND :period_to
  AND (:status IS NULL OR o.order_status = :status)
  AND (:category IS NULL OR p.category = :category)
ORDER BY julianday(o.ordered_at) DESC, o.order_id
