---
name: get_order_items
does: The items of one order with their options and prices. 一个订单里的商品、选项和价格。
when: The question asks what is in an order, or what an item of it cost. 问订单里有什么、某件商品多少钱。
not: Not for the state or the payment (get_order). 不含状态和付款。
words: [items, what is in, what did i buy, price of, cost, how much was, 有什么, 买了什么, 商品, 多少钱, 价格]
database: retail
params:
  order_id: {type: identifier, identifier: order, required: true, meaning: order number, ask: {zh: 请给出订单号。, en: "Which order? Please give its number."}}
  item: {type: enum, query: SELECT name FROM products ORDER BY 1, entity: product, meaning: kind of product}
bind: {user: session.user}
owner:
  param: order_id
  sql: SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(:order_id)) AND user_id = :user
columns:
  item: {type: text, title: 商品, title_en: item, entity: product}
  options: {type: text, title: 选项, title_en: options}
  price: {type: decimal, sums: true, title: 价格, title_en: price, unit: 美元, unit_en: USD}
  item_id: {type: identifier, title: 商品编号, title_en: item id}
say:
  zh: "{item}（{options}）价格 {price} 美元，商品编号 {item_id}。"
  en: "{item} ({options}): price {price} USD, item id {item_id}."
freshness: live
---
SELECT name AS item, options, price, item_id FROM items
WHERE order_id = :order_id AND (:item IS NULL OR name = :item) ORDER BY rowid
