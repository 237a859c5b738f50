---
name: get_sku_returns
does: 查询点名的 SKU 或商品在一段时间内的退货件数、售出件数和退货率。Units returned, units sold and the return rate of SKUs or products that are named.
when: 问题点名了 SKU 或商品，问它退了多少、退货率多少。The question names a SKU or product and asks how many were returned, or its return rate.
not: 不用于排名（用 get_top_sku_by_returns），不给退货原因（用 get_return_reasons）。Not for rankings (get_top_sku_by_returns), not for reasons (get_return_reasons).
words: [退货率, 退货件数, 退了多少, 退货多少, 多少件退货, 退货量, return rate, units returned, 退货几件, 退了几件, how many returns, how many were returned, came back, come back, sent back, 被退了]
database: supply
params:
  skus: {type: identifier, identifier: sku, list: true, meaning: SKU 编码}
  products: {type: enum, list: true, query: SELECT name FROM products ORDER BY name, entity: product, meaning: 商品名称}
  period: {type: period, default: 上个月, widen: 90, meaning: 退货登记日与下单日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域，不给则为全部区域}
bind: {roles: session.roles}
columns:
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  return_count: {type: integer, sums: true, title: 退货件数, title_en: units returned, unit: 件, unit_en: units, metric: return_count}
  sold: {type: integer, sums: true, title: 售出件数, title_en: units sold, unit: 件, unit_en: units, metric: sold}
  return_rate: {type: ratio, title: 退货率, title_en: return rate, metric: return_rate}
say:
  zh: "{sku}（{product}）退货件数 {return_count} 件，售出件数 {sold} 件，退货率 {return_rate}。"
  en: "{sku} ({product}): returned {return_count} units, sold {sold} units, return rate {return_rate}."
freshness: daily
---
WITH asked AS (
  SELECT sku, name FROM products
  WHERE sku IN (SELECT value FROM json_each(:skus)) OR name IN (SELECT value FROM json_each(:products))
), back AS (
  SELECT sku, SUM(qty) AS n FROM returns
  WHERE returned_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR region = :region) AND sku IN (SELECT sku FROM asked)
  GROUP BY sku
), sold AS (
  SELECT l.sku, SUM(l.qty) AS n FROM orders o JOIN order_lines l ON l.order_id = o.order_id
  WHERE o.ordered_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR o.region = :region) AND l.sku IN (SELECT sku FROM asked)
  GROUP BY l.sku
)
SELECT a.sku, a.name AS product, COALESCE(b.n, 0) AS return_count, COALESCE(s.n, 0) AS sold, ROUND(1.0 * COALESCE(b.n, 0) / s.n, 4) AS return_rate
FROM asked a LEFT JOIN back b ON b.sku = a.sku LEFT JOIN sold s ON s.sku = a.sku
WHERE (b.n > 0 OR s.n > 0)
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY a.sku
