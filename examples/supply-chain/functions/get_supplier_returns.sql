---
name: get_supplier_returns
does: 按供应商汇总一段时间的退货件数、售出件数和退货率，按退货件数从多到少。Units returned, units sold and the return rate by supplier, most returns first.
when: 问题比较供应商的退货，或问某个、其他供应商退了多少。The question compares suppliers by returns, or asks how much of one supplier's or the other suppliers' goods came back.
not: 不分 SKU（用 get_top_sku_by_returns），不给包装破损率（用 get_supplier_damage）。Not by SKU (get_top_sku_by_returns), not the packaging damage rate (get_supplier_damage).
words: [供应商退货, 退货率, 退货件数, return rate, units returned, 退货率最高, 退货最多的供应商, 退货率最高的供应商, 哪家, 哪一家, 各供应商, 其他供应商, 哪个供应商退货, 供应商的退货, 供应商退货率, 哪家供应商退货, returns by supplier, suppliers' returns, supplier return rate, other suppliers, 退货几件, 退了几件, 退货多少, were returned, came back]
database: supply
params:
  suppliers: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, meaning: 只看这些供应商}
  except: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, exclude: true, meaning: 不看的供应商}
  period: {type: period, default: 上个月, widen: 90, meaning: 退货登记日与下单日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域}
bind: {roles: session.roles}
columns:
  supplier: {type: text, title: 供应商, title_en: supplier, entity: supplier}
  return_count: {type: integer, sums: true, title: 退货件数, title_en: units returned, unit: 件, unit_en: units, metric: return_count}
  sold: {type: integer, sums: true, title: 售出件数, title_en: units sold, unit: 件, unit_en: units, metric: sold}
  return_rate: {type: ratio, title: 退货率, title_en: return rate, metric: return_rate}
say:
  zh: "{supplier}退货件数 {return_count} 件，售出件数 {sold} 件，退货率 {return_rate}。"
  en: "{supplier}: returned {return_count} units, sold {sold} units, return rate {return_rate}."
freshness: daily
---
WITH back AS (
  SELECT p.supplier_id, SUM(r.qty) AS n FROM returns r JOIN products p ON p.sku = r.sku
  WHERE r.returned_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR r.region = :region)
  GROUP BY p.supplier_id
), sold AS (
  SELECT p.supplier_id, SUM(l.qty) AS n FROM orders o JOIN order_lines l ON l.order_id = o.order_id JOIN products p ON p.sku = l.sku
  WHERE o.ordered_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR o.region = :region)
  GROUP BY p.supplier_id
)
SELECT s.name AS supplier, b.n AS return_count, COALESCE(d.n, 0) AS sold, ROUND(1.0 * b.n / d.n, 4) AS return_rate
FROM back b JOIN suppliers s ON s.supplier_id = b.supplier_id LEFT JOIN sold d ON d.supplier_id = b.supplier_id
WHERE (:suppliers IS NULL OR s.name IN (SELECT value FROM json_each(:suppliers)))
  AND (:except IS NULL OR s.name NOT IN (SELECT value FROM json_each(:except)))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY b.n DESC, s.name
