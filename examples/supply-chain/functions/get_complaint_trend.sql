---
name: get_complaint_trend
does: 按自然季度统计商品的投诉件数，可同时看几个商品。Complaints by calendar quarter of one or several products.
when: 问题问投诉趋势、各季度投诉多少、投诉是增是减。The question asks for the trend of complaints, complaints per quarter, or whether they rise or fall.
not: 不给投诉的根因（根因只在投诉分析文档里），不是退货。Not the root cause of complaints (only the analysis documents name one), not returns.
words: [投诉趋势, 投诉, 投诉量, 季度投诉, 投诉变化, 客诉, complaint trend, complaints, by quarter, quarters]
database: supply
params:
  products: {type: enum, list: true, query: SELECT name FROM products ORDER BY name, entity: product, meaning: 商品名称}
  skus: {type: identifier, identifier: sku, list: true, meaning: SKU 编码}
  period: {type: period, default: 近三个季度, meaning: 投诉登记日所在的期间}
bind: {roles: session.roles}
columns:
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  quarter: {type: text, title: 季度, title_en: quarter}
  complaints: {type: integer, sums: true, title: 投诉件数, title_en: complaints, unit: 件, unit_en: complaints, metric: complaints}
say:
  zh: "{sku}（{product}）{quarter} 投诉件数 {complaints} 件。"
  en: "{sku} ({product}): {complaints} complaints in {quarter}."
freshness: daily
---
SELECT c.sku, p.name AS product, substr(c.filed_on, 1, 4) || 'Q' || ((CAST(substr(c.filed_on, 6, 2) AS INTEGER) + 2) / 3) AS quarter, COUNT(*) AS complaints
FROM complaints c JOIN products p ON p.sku = c.sku
WHERE c.filed_on BETWEEN :period_from AND :period_to
  AND (c.sku IN (SELECT value FROM json_each(:skus)) OR p.name IN (SELECT value FROM json_each(:products)))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
GROUP BY c.sku, quarter
ORDER BY c.sku, quarter
