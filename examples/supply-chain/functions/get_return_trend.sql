---
name: get_return_trend
does: 按月统计退货件数、售出件数和退货率，可限定区域、SKU 或商品。Units returned, units sold and the return rate by month, for a region, SKUs or products.
when: 问题问退货的月度走势、逐月变化、退货率是升是降。The question asks for returns month by month or whether the return rate rises or falls.
not: 不做 SKU 排名，不给原因，不是投诉。No ranking of SKUs, no reasons, not complaints.
words: [退货趋势, 退货走势, 逐月, 每月退货, 月度退货, 按月, 退货变化, return trend, monthly returns, month by month, by month, 升了还是降了, 是升是降, 上升还是下降, 走高还是走低, rising or falling, rise or fall, going up or down]
database: supply
params:
  period: {type: period, default: 近三个月, meaning: 退货登记日与下单日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域}
  skus: {type: identifier, identifier: sku, list: true, meaning: SKU 编码}
  products: {type: enum, list: true, query: SELECT name FROM products ORDER BY name, entity: product, meaning: 商品名称}
bind: {roles: session.roles}
columns:
  month: {type: text, title: 月份, title_en: month}
  return_count: {type: integer, sums: true, title: 退货件数, title_en: units returned, unit: 件, unit_en: units, metric: return_count}
  sold: {type: integer, sums: true, title: 售出件数, title_en: units sold, unit: 件, unit_en: units, metric: sold}
  return_rate: {type: ratio, title: 退货率, title_en: return rate, metric: return_rate}
say:
  zh: "{month} 退货件数 {return_count} 件，售出件数 {sold} 件，退货率 {return_rate}。"
  en: "{month}: returned {return_count} units, sold {sold} units, return rate {return_rate}."
freshness: daily
---
WITH asked AS (
  SELECT sku FROM products
  WHERE (:skus IS NULL AND :products IS NULL) OR sku IN (SELECT value FROM json_each(:skus)) OR name IN (SELECT value FROM json_each(:products))
), back AS (
  SELECT substr(returned_on, 1, 7) AS month, SUM(qty) AS n FROM returns
  WHERE returned_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR region = :region) AND sku IN (SELECT sku FROM asked)
  GROUP BY 1
), sold AS (
  SELECT substr(o.ordered_on, 1, 7) AS month, SUM(l.qty) AS n FROM orders o JOIN order_lines l ON l.order_id = o.order_id
  WHERE o.ordered_on BETWEEN :period_from AND :period_to AND (:region IS NULL OR o.region = :region) AND l.sku IN (SELECT sku FROM asked)
  GROUP BY 1
)
-- a month may have returns of goods that were sold before it, and no sale of its own: no rate then
SELECT m.month, COALESCE(b.n, 0) AS return_count, COALESCE(s.n, 0) AS sold, ROUND(1.0 * COALESCE(b.n, 0) / s.n, 4) AS return_rate
FROM (SELECT month FROM back UNION SELECT month FROM sold) m LEFT JOIN back b ON b.month = m.month LEFT JOIN sold s ON s.month = m.month
WHERE EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY m.month
