---
name: get_packaging_damage
does: 查询 SKU 在一段时间内来料包装抽检的抽检件数、包装破损件数和包装破损率。Incoming packaging inspection of SKUs in a period, with pieces inspected, damaged packagings and the packaging damage rate.
when: 问题问包装破损率、抽检件数、包装风险。The question asks for packaging damage, the damage rate or how many pieces were inspected.
not: 不是退货率，也不是到货后客户投诉的破损。Not the return rate, and not the damage customers complain of.
words: [包装破损率, 包装破损, 破损率, 包装风险, 抽检, 检验, 包装抽检, packaging damage, damage rate, inspected, inspection, packaging]
database: supply
params:
  skus: {type: identifier, identifier: sku, list: true, required: true, meaning: SKU 编码, ask: {zh: 请问是哪个 SKU？请提供 SKU 编码，例如 CER-1012。, en: "Which SKU? Please give its code, for example CER-1012."}}
  period: {type: period, default: 上个月, meaning: 抽检日所在的期间}
bind: {roles: session.roles}
columns:
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  supplier: {type: text, title: 供应商, title_en: supplier, entity: supplier}
  inspected: {type: integer, sums: true, title: 抽检件数, title_en: pieces inspected, unit: 件, unit_en: pieces, metric: inspected}
  damaged: {type: integer, sums: true, title: 包装破损件数, title_en: damaged packagings, unit: 件, unit_en: pieces, metric: damaged}
  damage_rate: {type: ratio, title: 包装破损率, title_en: packaging damage rate, metric: damage_rate}
say:
  zh: "{sku}（{product}，{supplier}）抽检件数 {inspected} 件，包装破损件数 {damaged} 件，包装破损率 {damage_rate}。"
  en: "{sku} ({product}, {supplier}): inspected {inspected} pieces, damaged {damaged} pieces, packaging damage rate {damage_rate}."
freshness: daily
---
SELECT p.sku, p.name AS product, s.name AS supplier, COALESCE(SUM(i.inspected), 0) AS inspected, COALESCE(SUM(i.damaged), 0) AS damaged,
       ROUND(1.0 * SUM(i.damaged) / SUM(i.inspected), 4) AS damage_rate
FROM products p JOIN suppliers s ON s.supplier_id = p.supplier_id
LEFT JOIN inspections i ON i.sku = p.sku AND i.inspected_on BETWEEN :period_from AND :period_to
WHERE p.sku IN (SELECT value FROM json_each(:skus))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
GROUP BY p.sku
ORDER BY p.sku
