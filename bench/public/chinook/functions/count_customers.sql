---
name: count_customers
does: How many customers there are, by country. 各国有多少客户。
when: The question asks how many customers there are in a country or by country. 问某国有多少客户。
not: Not for what they spent. 不含消费额。
words: [how many customers, number of customers, customers are there, 多少客户, 客户数, 几位客户]
database: shop
params:
  countries: {type: enum, list: true, query: SELECT DISTINCT Country FROM Customer ORDER BY 1, entity: country, meaning: country}
columns:
  country: {type: text, title: 国家, title_en: country, entity: country}
  customers: {type: integer, sums: true, title: 客户数, title_en: customers}
say:
  zh: "{country}有客户 {customers} 位。"
  en: "{country}: {customers} customers."
---
SELECT Country AS country, COUNT(*) AS customers FROM Customer
WHERE :countries IS NULL OR Country IN (SELECT value FROM json_each(:countries))
GROUP BY Country ORDER BY customers DESC, country
