---
name: list_suppliers
does: 列出供应商及其所在城市、等级和 SKU 数，可按品类限定。Lists suppliers with their city, grade and number of SKUs, of a category if given.
when: 问题问有哪些供应商、其他供应商、某个品类由哪些供应商供货。The question asks which suppliers there are, the other suppliers, or who supplies a category.
not: 不给退货和质量数据（用 get_supplier_returns）；质量要求要看文档。No returns or quality figures (get_supplier_returns); requirements stand in the documents.
words: [几家供应商, 几个供应商, 供应商有几家, 供应商有多少, 有哪些供应商, 其他供应商, 供应商名单, 供应商列表, 哪些供应商, 供应商等级, 多少家供应商, 多少个供应商, how many suppliers, which suppliers, other suppliers, list of suppliers, supplier grade]
database: supply
params:
  suppliers: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, meaning: 只看这些供应商}
  except: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, exclude: true, meaning: 不看的供应商}
  category: {type: enum, query: SELECT DISTINCT category FROM products ORDER BY category, entity: category, meaning: 品类}
bind: {roles: session.roles}
columns:
  supplier: {type: text, title: 供应商, title_en: supplier, entity: supplier}
  city: {type: text, title: 城市, title_en: city}
  grade: {type: text, title: 等级, title_en: grade}
  skus: {type: integer, title: SKU 数, title_en: SKUs, unit: 个, unit_en: SKUs}
say:
  zh: "{supplier}在{city}，等级为{grade}，供 {skus} 个 SKU。"
  en: "{supplier} in {city}, grade {grade}, supplies {skus} SKUs."
freshness: daily
---
SELECT s.name AS supplier, s.city, s.grade, COUNT(*) AS skus
FROM suppliers s JOIN products p ON p.supplier_id = s.supplier_id
WHERE (:suppliers IS NULL OR s.name IN (SELECT value FROM json_each(:suppliers)))
  AND (:except IS NULL OR s.name NOT IN (SELECT value FROM json_each(:except)))
  AND (:category IS NULL OR p.category = :category)
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
GROUP BY s.supplier_id
ORDER BY s.name
