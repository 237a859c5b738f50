---
name: get_supplier_damage
does: 按供应商汇总一段时间来料包装抽检的抽检件数、包装破损件数和包装破损率。Packaging inspection by supplier, with pieces inspected, damaged packagings and the packaging damage rate.
when: 问题比较供应商的包装破损率，或问某个供应商整体的包装破损情况。The question compares suppliers by packaging damage, or asks for one supplier's as a whole.
not: 不分 SKU（用 get_packaging_damage）；上限要看质量标准。Not by SKU (get_packaging_damage); limits stand in the quality standards.
words: [供应商包装破损, 各供应商破损, 供应商破损率, 整体破损率, 哪个供应商破损, 哪家破损, damage by supplier, supplier damage rate, highest packaging damage rate, lowest packaging damage rate, damage rate, packaging damage rate, 整体包装破损, 整体破损]
database: supply
params:
  suppliers: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, meaning: 只看这些供应商}
  except: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, exclude: true, meaning: 不看的供应商}
  period: {type: period, default: 上个月, meaning: 抽检日所在的期间}
bind: {roles: session.roles}
columns:
  supplier: {type: text, title: 供应商, title_en: supplier, entity: supplier}
  inspected: {type: integer, sums: true, title: 抽检件数, title_en: pieces inspected, unit: 件, unit_en: pieces, metric: inspected}
  damaged: {type: integer, sums: true, title: 包装破损件数, title_en: damaged packagings, unit: 件, unit_en: pieces, metric: damaged}
  damage_rate: {type: ratio, title: 包装破损率, title_en: packaging damage rate, metric: damage_rate}
say:
  zh: "{supplier}抽检件数 {inspected} 件，包装破损件数 {damaged} 件，包装破损率 {damage_rate}。"
  en: "{supplier}: inspected {inspected} pieces, damaged {damaged} pieces, packaging damage rate {damage_rate}."
ranked: true
ties: damage_rate
freshness: daily
---
SELECT s.name AS supplier, SUM(i.inspected) AS inspected, SUM(i.damaged) AS damaged, ROUND(1.0 * SUM(i.damaged) / SUM(i.inspected), 4) AS damage_rate
FROM inspections i JOIN suppliers s ON s.supplier_id = i.supplier_id
WHERE i.inspected_on BETWEEN :period_from AND :period_to
  AND (:suppliers IS NULL OR s.name IN (SELECT value FROM json_each(:suppliers)))
  AND (:except IS NULL OR s.name NOT IN (SELECT value FROM json_each(:except)))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
GROUP BY s.supplier_id
ORDER BY damage_rate DESC, s.name
