---
name: list_returns
does: 逐单列出一段时间（也可以是一天）的退货，含日期、SKU、商品、区域、件数和原因。Lists the single returns of a period or a day, with date, SKU, product, region, units and reason.
when: 问题要退货明细、逐单列出、清单。The question asks for the single return records, the details, the list of returns.
not: 不做汇总和排名，不给退货率。No totals, no ranking, no return rate.
words: [退货明细, 退货清单, 退货记录, 退货单, 逐单, 列出退货, 明细, return records, list the returns, details of returns]
database: supply
params:
  period: {type: period, default: 昨天, widen: 90, meaning: 退货登记日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域}
  skus: {type: identifier, identifier: sku, list: true, meaning: SKU 编码}
bind: {roles: session.roles}
columns:
  returned_on: {type: date, title: 退货登记日, title_en: registered on}
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  region: {type: text, title: 区域, title_en: region, entity: region}
  qty: {type: integer, sums: true, title: 件数, title_en: units, unit: 件, unit_en: units}
  reason: {type: text, title: 原因, title_en: reason}
rows: {max: 50}
say:
  zh: "{returned_on} {region}区退货 {qty} 件：{sku}（{product}），原因是{reason}。"
  en: "{returned_on}, {region}: {qty} units of {sku} ({product}) came back, reason {reason}."
freshness: daily
---
SELECT r.returned_on, r.sku, p.name AS product, r.region, r.qty, r.reason
FROM returns r JOIN products p ON p.sku = r.sku
WHERE r.returned_on BETWEEN :period_from AND :period_to
  AND (:region IS NULL OR r.region = :region)
  AND (:skus IS NULL OR r.sku IN (SELECT value FROM json_each(:skus)))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
ORDER BY r.returned_on, r.return_id
