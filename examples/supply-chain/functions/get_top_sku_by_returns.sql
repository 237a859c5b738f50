---
name: get_top_sku_by_returns
does: 按退货件数排名，给出一段时间内某个区域退货最多的 N 个 SKU，含名次、退货件数、售出件数和退货率。Ranks SKUs by units returned in a period and a region, with units sold and the return rate.
when: 问题要“退货最多的几个 SKU / 商品 / 产品”、退货排行、前 N 名。The question asks which SKUs or products were returned most, for a top N or a ranking of returns.
not: 不用于某个已点名的 SKU（用 get_sku_returns）、不给退货原因，也不给包装破损率。Not for a SKU that is named (get_sku_returns), not for reasons of returns, not for packaging damage.
words: [退货最多, 退货排行, 退货排名, 退货前, 退得最多, 退回最多, 退货量最高, 退货量最大, 退货TOP, 排名, 排行, most returned, most returns, top SKUs, top three, top five, ranking, highest returns, returned most, 退货量前, 退得最凶, 退得最厉害, sent back most, returned the most]
database: supply
params:
  period: {type: period, default: 上个月, meaning: 退货登记日与下单日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域，不给则为全部区域}
  n: {type: integer, min: 1, max: 20, default: 3, meaning: 取前几名；第 N 名并列的都列出}
  category: {type: enum, query: SELECT DISTINCT category FROM products ORDER BY category, entity: category, meaning: 品类}
  suppliers: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, meaning: 只看这些供应商的商品}
  except: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, exclude: true, meaning: 不看这些供应商的商品}
bind: {roles: session.roles}
columns:
  rank: {type: integer, title: 名次, title_en: rank, meaning: 并列的名次相同}
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  supplier: {type: text, title: 供应商, title_en: supplier, entity: supplier}
  return_count: {type: integer, title: 退货件数, title_en: units returned, unit: 件, unit_en: units, metric: return_count}
  sold: {type: integer, title: 售出件数, title_en: units sold, unit: 件, unit_en: units, metric: sold}
  return_rate: {type: ratio, title: 退货率, title_en: return rate, metric: return_rate}
  tied: {type: integer, title: 同名次的 SKU 数, title_en: SKUs with this rank, meaning: 1 表示没有并列}
ranked: true
ties: return_count
say:
  zh: 第 {rank} 名 {sku}（{product}，{supplier}）：退货件数 {return_count} 件，售出件数 {sold} 件，退货率 {return_rate}。
  en: "Rank {rank} is {sku} ({product}, {supplier}): returned {return_count} units, sold {sold} units, return rate {return_rate}."
freshness: daily
---
WITH back AS (
  SELECT r.sku, SUM(r.qty) AS return_count
  FROM returns r JOIN products p ON p.sku = r.sku JOIN suppliers s ON s.supplier_id = p.supplier_id
  WHERE r.returned_on BETWEEN :period_from AND :period_to
    AND (:region IS NULL OR r.region = :region)
    AND (:category IS NULL OR p.category = :category)
    AND (:suppliers IS NULL OR s.name IN (SELECT value FROM json_each(:suppliers)))
    AND (:except IS NULL OR s.name NOT IN (SELECT value FROM json_each(:except)))
  GROUP BY r.sku
), ranked AS (
  SELECT sku, return_count, RANK() OVER (ORDER BY return_count DESC) AS rank, COUNT(*) OVER (PARTITION BY return_count) AS tied
  FROM back
), sold AS (
  SELECT l.sku, SUM(l.qty) AS sold
  FROM orders o JOIN order_lines l ON l.order_id = o.order_id
  WHERE o.ordered_on BETWEEN :period_from AND :period_to
    AND (:region IS NULL OR o.region = :region)
    AND l.sku IN (SELECT sku FROM ranked WHERE rank <= :n)
  GROUP BY l.sku
)
SELECT k.rank, k.sku, p.name AS product, s.name AS supplier, k.return_count, COALESCE(d.sold, 0) AS sold,
       ROUND(1.0 * k.return_count / d.sold, 4) AS return_rate, k.tied
FROM ranked k JOIN products p ON p.sku = k.sku JOIN suppliers s ON s.supplier_id = p.supplier_id LEFT JOIN sold d ON d.sku = k.sku
WHERE k.rank <= :n
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY k.rank, k.sku
