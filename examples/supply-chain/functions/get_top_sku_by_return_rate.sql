---
name: get_top_sku_by_return_rate
does: 按退货率排名，给出一段时间内某个区域退货率最高的 N 个 SKU，含名次、退货率、退货件数和售出件数。Ranks SKUs by return rate in a period and a region, with units returned and units sold.
when: 问题问退货率最高的 SKU、商品或产品，或退货率排行。The question asks which SKUs or products have the highest return rate, or for a ranking by return rate.
not: 不按退货件数排名（用 get_top_sku_by_returns），不用于某个已点名的 SKU（用 get_sku_returns）。Not by units returned (get_top_sku_by_returns), not for a SKU that is named (get_sku_returns).
words: [退货率最高, 退货率排行, 退货率排名, 退货率前, highest return rate, highest return rates, ranking by return rate, by return rate]
database: supply
params:
  period: {type: period, default: 上个月, meaning: 退货登记日与下单日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域，不给则为全部区域}
  n: {type: integer, min: 1, max: 20, default: 3, meaning: 取前几名；第 N 名并列的都列出}
  category: {type: enum, query: SELECT DISTINCT category FROM products ORDER BY category, entity: category, meaning: 品类}
bind: {roles: session.roles}
columns:
  rank: {type: integer, title: 名次, title_en: rank, meaning: 并列的名次相同}
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  return_rate: {type: ratio, title: 退货率, title_en: return rate, metric: return_rate}
  return_count: {type: integer, title: 退货件数, title_en: units returned, unit: 件, unit_en: units, metric: return_count}
  sold: {type: integer, title: 售出件数, title_en: units sold, unit: 件, unit_en: units, metric: sold}
ranked: true
ties: return_rate
say:
  zh: 第 {rank} 名 {sku}（{product}）：退货率 {return_rate}，退货件数 {return_count} 件，售出件数 {sold} 件。
  en: "Rank {rank} is {sku} ({product}): return rate {return_rate}, returned {return_count} units, sold {sold} units."
freshness: daily
---
WITH back AS (
  SELECT sku, SUM(qty) AS n FROM returns
  WHERE returned_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR region = :region)
  GROUP BY sku
), sold AS (
  SELECT l.sku, SUM(l.qty) AS n FROM orders o JOIN order_lines l ON l.order_id = o.order_id
  WHERE o.ordered_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR o.region = :region)
  GROUP BY l.sku
), rates AS (
  SELECT p.sku, p.name, b.n AS return_count, s.n AS sold, ROUND(1.0 * b.n / s.n, 4) AS return_rate
  FROM products p JOIN back b ON b.sku = p.sku JOIN sold s ON s.sku = p.sku
  WHERE (:category IS NULL OR p.category = :category)
), ranked AS (
  SELECT *, RANK() OVER (ORDER BY return_rate DESC) AS rank FROM rates
)
SELECT rank, sku, name AS product, return_rate, return_count, sold FROM ranked
WHERE rank <= :n
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY rank, sku
