---
name: count_variants
does: How many variants a kind of product has, and how many of them are available. 某种商品有多少款式、其中多少有货。
when: The question asks how many variants, options or types of a product there are. 问某种商品有多少款式。
not: Not for the variants themselves (get_product_variants). 不列出款式。
words: [how many variants, how many options, how many different, how many types, options are there, 多少款式, 多少种款式, 几款]
database: retail
params:
  product: {type: enum, required: true, query: SELECT name FROM products ORDER BY 1, entity: product, meaning: kind of product}
columns:
  product: {type: text, title: 商品, title_en: product, entity: product}
  variants: {type: integer, title: 款式数, title_en: variants}
  available: {type: integer, title: 有货款式数, title_en: available variants}
say:
  zh: "{product}有款式 {variants} 种，其中有货 {available} 种。"
  en: "{product}: {variants} variants, {available} of them available."
---
SELECT p.name AS product, COUNT(*) AS variants, SUM(v.available) AS available FROM variants v JOIN products p USING (product_id)
WHERE p.name = :product GROUP BY p.product_id
