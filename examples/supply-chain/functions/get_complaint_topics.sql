---
name: get_complaint_topics
does: 按主题统计商品在一段时间的投诉件数。Complaints by topic of one or several products in a period.
when: 问题问投诉集中在什么问题上、投诉主题分布。The question asks what complaints are about, or how they split by topic.
not: 主题是客户说法，不是根因；不按季度。A topic is what the customer says, not a root cause; not by quarter.
words: [漏水, 掉漆, 异味, 保温差, 关于漏水的投诉, 关于掉漆的投诉, 关于异味的投诉, leaking, leak, leaks, peeling, smell, 投诉主题, 投诉内容, 投诉什么, 投诉问题, 主要投诉, complaint topics, what do customers complain about, topics, complaints about]
database: supply
params:
  products: {type: enum, list: true, query: SELECT name FROM products ORDER BY name, entity: product, meaning: 商品名称}
  skus: {type: identifier, identifier: sku, list: true, meaning: SKU 编码}
  period: {type: period, default: 近三个月, widen: 180, meaning: 投诉登记日所在的期间}
bind: {roles: session.roles}
columns:
  sku: {type: identifier, title: SKU, title_en: SKU, entity: sku}
  product: {type: text, title: 商品, title_en: product, entity: product}
  topic: {type: text, title: 投诉主题, title_en: topic}
  complaints: {type: integer, sums: true, title: 投诉件数, title_en: complaints, unit: 件, unit_en: complaints, metric: complaints}
say:
  zh: "{sku}（{product}）关于“{topic}”的投诉件数 {complaints} 件。"
  en: "{sku} ({product}): {complaints} complaints about {topic}."
freshness: daily
---
SELECT c.sku, p.name AS product, c.topic, COUNT(*) AS complaints
FROM complaints c JOIN products p ON p.sku = c.sku
WHERE c.filed_on BETWEEN :period_from AND :period_to
  AND (c.sku IN (SELECT value FROM json_each(:skus)) OR p.name IN (SELECT value FROM json_each(:products)))
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
GROUP BY c.sku, c.topic
ORDER BY c.sku, complaints DESC, c.topic
