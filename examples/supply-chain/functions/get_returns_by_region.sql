---
name: get_returns_by_region
does: 按区域汇总一段时间（也可以是一天）的退货件数、退货单数、售出件数和退货率。Returns by region in a period or on a day, with units returned, return records, units sold and the return rate.
when: 问题问某天、某段时间或某个区域总共退了多少，或各区域的退货率。The question asks how much was returned in all on a day, in a period or in a region, or compares regions.
not: 不分 SKU、不分供应商、不给原因。Not by SKU, not by supplier, no reasons.
words: [退货, 退货情况, 退货总量, 退货数量, 各区域退货, 区域退货, 退货率, 多少退货, 退货有多少, 一共退, 退了几件, 退了多少件, 退了多少件货, 退了几件货, 退了多少货, returns, by region, total returns, how many returns, came back, come back, sent back]
database: supply
params:
  period: {type: period, default: 上个月, widen: 90, meaning: 退货登记日与下单日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域，不给则列出各区域}
  except: {type: enum, list: true, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, exclude: true, meaning: 不看的区域}
bind: {roles: session.roles}
columns:
  region: {type: text, title: 区域, title_en: region, entity: region}
  return_count: {type: integer, sums: true, title: 退货件数, title_en: units returned, unit: 件, unit_en: units, metric: return_count}
  return_records: {type: integer, sums: true, title: 退货单数, title_en: return records, unit: 单, unit_en: records, metric: return_records}
  sold: {type: integer, sums: true, title: 售出件数, title_en: units sold, unit: 件, unit_en: units, metric: sold}
  return_rate: {type: ratio, title: 退货率, title_en: return rate, metric: return_rate}
say:
  zh: "{region}区退货件数 {return_count} 件，退货单数 {return_records} 单，售出件数 {sold} 件，退货率 {return_rate}。"
  en: "{region}: returned {return_count} units, sold {sold} units, return rate {return_rate}."
freshness: daily
---
WITH back AS (
  SELECT region, SUM(qty) AS n, COUNT(*) AS records FROM returns
  WHERE returned_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR region = :region)
    AND (:except IS NULL OR region NOT IN (SELECT value FROM json_each(:except)))
  GROUP BY region
), sold AS (
  SELECT o.region, SUM(l.qty) AS n FROM orders o JOIN order_lines l ON l.order_id = o.order_id
  WHERE o.ordered_on BETWEEN :period_from AND :period_to
  GROUP BY o.region
)
SELECT b.region, b.n AS return_count, b.records AS return_records, COALESCE(s.n, 0) AS sold, ROUND(1.0 * b.n / s.n, 4) AS return_rate
FROM back b LEFT JOIN sold s ON s.region = b.region
WHERE EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY b.n DESC, b.region
