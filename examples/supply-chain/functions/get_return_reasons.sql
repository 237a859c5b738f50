---
name: get_return_reasons
does: 按原因统计一段时间的退货件数和占比，可限定 SKU、商品、区域或供应商。Units returned by reason, with each reason's share, for SKUs, products, a region or a supplier.
when: 问题问为什么退货、退货原因分布、哪种原因最多。The question asks why things were returned or how returns split by reason.
not: 登记的原因不是经过分析的根因；不给退货率。A registered reason is not an analysed root cause; no return rate.
words: [因质量, 因质量故障, 因包装, 因包装破损, 因商品破损, 因尺寸, 因发错货, 因与描述不符, 质量故障退货, wrong size, wrong item, wrong goods, not as described, quality fault, 退货原因, 退货的原因, 为什么退, 因为什么退, 退货理由, 原因分布, 包装破损退货, reasons for returns, return reasons, why were they returned, why were, why was, why are, returned because, because of, due to, 因为, 因为什么被退, 因为什么, 什么原因退, 原因占比, 各种原因, 哪种原因, share of each return reason, each return reason]
database: supply
params:
  period: {type: period, default: 上个月, widen: 90, meaning: 退货登记日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域}
  skus: {type: identifier, identifier: sku, list: true, meaning: SKU 编码}
  products: {type: enum, list: true, query: SELECT name FROM products ORDER BY name, entity: product, meaning: 商品名称}
  suppliers: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, meaning: 供应商}
  except: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, exclude: true, meaning: 不看的供应商}
bind: {roles: session.roles}
columns:
  reason: {type: text, title: 原因, title_en: reason}
  return_count: {type: integer, sums: true, title: 退货件数, title_en: units returned, unit: 件, unit_en: units, metric: return_count}
  share: {type: ratio, title: 占比, title_en: share, definition: 该原因的退货件数除以全部退货件数}
say:
  zh: 原因“{reason}”退货件数 {return_count} 件，占 {share}。
  en: "Reason {reason}: returned {return_count} units, share {share}."
freshness: daily
---
SELECT r.reason, SUM(r.qty) AS return_count, ROUND(1.0 * SUM(r.qty) / SUM(SUM(r.qty)) OVER (), 4) AS share
FROM returns r JOIN products p ON p.sku = r.sku JOIN suppliers s ON s.supplier_id = p.supplier_id
WHERE r.returned_on BETWEEN :period_from AND :period_to
  AND (:region IS NULL OR r.region = :region)
  AND ((:skus IS NULL AND :products IS NULL) OR r.sku IN (SELECT value FROM json_each(:skus)) OR p.name IN (SELECT value FROM json_each(:products)))
  AND (:suppliers IS NULL OR s.name IN (SELECT value FROM json_each(:suppliers)))
  AND (:except IS NULL OR s.name NOT IN (SELECT value FROM json_each(:except)))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
GROUP BY r.reason
ORDER BY return_count DESC, r.reason
