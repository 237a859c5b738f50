---
name: get_sales_by_country
does: Revenue, invoices and buying customers by billing country in a period. 按国家给出一段时间内的销售额、发票数和客户数。
when: The question asks for revenue, sales, invoices or the number of invoices of one or more countries, or by country. 问某国或各国的销售额、发票数。
not: Not for single customers (get_customer_sales), genres (get_genre_sales), months or years (get_sales_by_year). 不用于单个客户、风格或逐年。
words: [revenue, sales, turnover, invoices, by country, in which country, which country, 销售额, 发票数, 国家, 各国]
database: shop
params:
  countries: {type: enum, list: true, query: SELECT DISTINCT BillingCountry FROM Invoice ORDER BY 1, entity: country, meaning: billing country}
  period: {type: period, default: 2021-01-01 to 2025-12-31, meaning: invoice date}
columns:
  country: {type: text, title: 国家, title_en: country, entity: country}
  revenue: {type: decimal, sums: true, title: 销售额, title_en: revenue, unit: 美元, unit_en: USD}
  invoices: {type: integer, sums: true, title: 发票数, title_en: invoices}
  customers: {type: integer, title: 客户数, title_en: buying customers}
say:
  zh: "{country}销售额 {revenue} 美元，发票 {invoices} 张，客户 {customers} 位。"
  en: "{country}: revenue {revenue} USD, {invoices} invoices, {customers} buying customers."
---
SELECT BillingCountry AS country, ROUND(SUM(Total), 2) AS revenue, COUNT(*) AS invoices, COUNT(DISTINCT CustomerId) AS customers
FROM Invoice
WHERE date(InvoiceDate) BETWEEN :period_from AND :period_to
  AND (:countries IS NULL OR BillingCountry IN (SELECT value FROM json_each(:countries)))
GROUP BY BillingCountry ORDER BY revenue DESC, country
