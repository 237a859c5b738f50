---
name: get_product_variants
does: The variants of a kind of product that are in stock, with options and price. 某种商品有货的款式、选项和价格。
when: The question asks which variants or options of a product there are, what they cost, or which are available. 问某种商品有哪些款式、价格、是否有货。
not: Not for an order (get_order_items). 不用于订单。
words: [variants, options, available, in stock, cheapest, versions of, 款式, 选项, 有货, 最便宜]
database: retail
params:
  product: {type: enum, required: true, query: SELECT name FROM products ORDER BY 1, entity: product, meaning: kind of product}
columns:
  item_id: {type: identifier, title: 商品编号, title_en: item id, entity: variant}
  product: {type: text, title: 商品, title_en: product, entity: product}
  options: {type: text, title: 选项, title_en: options}
  price: {type: decimal, title: 价格, title_en: price, unit: 美元, unit_en: USD}
say:
  zh: "{product} {item_id}（{options}）价格 {price} 美元。"
  en: "{product} {item_id} ({options}): price {price} USD."
---
SELECT v.item_id, p.name AS product, v.options, v.price FROM variants v JOIN products p USING (product_id)
WHERE p.name = :product AND v.available = 1 ORDER BY v.price, v.item_id
