---
name: get_supplier_of_sku
does: 查询 SKU 或商品由哪个供应商供货、属于哪个品类。Which supplier supplies a SKU or product, and its category.
when: 问题问某个 SKU 或商品是谁供的、属于什么品类。The question asks who supplies a SKU or product, or what category it is in.
not: 不列出某个供应商的全部 SKU（用 list_skus），不给退货数据。Not the SKUs of a supplier (list_skus), no returns.
words: [谁供, 哪家供应, 供应商是谁, 哪个供应商, 由谁供货, 属于哪个品类, 供货, who supplies, which supplier, supplied by, supplier of, which category, what category, category of, 什么品类, 哪个品类]
database: supply
params:
  skus: {type: identifier, identifier: sku, list: true, meaning: SKU 编码}
  products: {type: enum, list: true, query: SELECT name FROM products ORDER BY name, entity: product, meaning: 商品名称}
bind: {roles: session.roles}
columns:
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  category: {type: text, title: 品类, title_en: category, entity: category}
  supplier: {type: text, title: 供应商, title_en: supplier, entity: supplier}
say:
  zh: "{sku}（{product}）属于{category}，由{supplier}供货。"
  en: "{sku} ({product}, {category}) is supplied by {supplier}."
freshness: daily
---
SELECT p.sku, p.name AS product, p.category, s.name AS supplier
FROM products p JOIN suppliers s ON s.supplier_id = p.supplier_id
WHERE (p.sku IN (SELECT value FROM json_each(:skus)) OR p.name IN (SELECT value FROM json_each(:products)))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY p.sku
