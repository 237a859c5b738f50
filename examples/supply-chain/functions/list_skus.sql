---
name: list_skus
does: 列出在某个区域销售的 SKU，可按供应商或品类限定。Lists the SKUs on sale in a region, of a supplier or a category.
when: 问题问某个区域、供应商或品类有哪些 SKU，或某个标准、规定适用于哪些 SKU（先从文档找到它适用的供应商或品类）。The question asks which SKUs a region, supplier or category has, or which SKUs a standard applies to (its suppliers or categories come from the document first).
not: 不给销量、退货和破损数据；标准适用于谁要看文档。No sales, returns or damage; whom a standard applies to stands in the documents.
words: [哪些SKU, 哪些 SKU, 哪些商品, 有哪些产品, SKU清单, SKU列表, 列出SKU, 适用于哪些, 在售, 多少个SKU, 多少个 SKU, 有几个SKU, how many SKUs, which SKUs, list of SKUs, which products, on sale, apply to]
database: supply
params:
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域}
  suppliers: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, meaning: 供应商}
  except: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, exclude: true, meaning: 不看的供应商}
  categories: {type: enum, list: true, query: SELECT DISTINCT category FROM products ORDER BY category, entity: category, meaning: 品类}
bind: {roles: session.roles}
columns:
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  category: {type: text, title: 品类, title_en: category, entity: category}
  supplier: {type: text, title: 供应商, title_en: supplier, entity: supplier}
rows: {max: 330}
say:
  zh: "{sku}（{product}），{category}，{supplier}。"
  en: "{sku} ({product}), {category}, {supplier}."
freshness: daily
---
SELECT DISTINCT p.sku, p.name AS product, p.category, s.name AS supplier
FROM products p JOIN suppliers s ON s.supplier_id = p.supplier_id JOIN listings l ON l.sku = p.sku
WHERE (:region IS NULL OR l.region = :region)
  AND (:suppliers IS NULL OR s.name IN (SELECT value FROM json_each(:suppliers)))
  AND (:except IS NULL OR s.name NOT IN (SELECT value FROM json_each(:except)))
  AND (:categories IS NULL OR p.category IN (SELECT value FROM json_each(:categories)))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY p.sku
