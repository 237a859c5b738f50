---
name: get_top_customers
does: The customers who spent the most in a period, ranked. 一段时间内消费最多的客户排名。
when: The question asks for the best customers, or who spent most. 问消费最多的客户是谁。
not: Not for customers that are named (get_customer_sales). 点名的客户用 get_customer_sales。
words: [top customers, best customers, spent the most, customers who spent most, highest spending, 消费最多的客户, 客户排名, 花钱最多]
database: shop
ranked: true
ties: spent
params:
  n: {type: integer, min: 1, max: 20, default: 3, meaning: how many}
  country: {type: enum, query: SELECT DISTINCT Country FROM Customer ORDER BY 1, entity: country, meaning: country}
  period: {type: period, default: 2021-01-01 to 2025-12-31, meaning: invoice date}
columns:
  rank: {type: integer, title: 名次, title_en: rank}
  customer: {type: text, title: 客户, title_en: customer, entity: customer}
  spent: {type: decimal, sums: true, title: 消费额, title_en: spent, unit: 美元, unit_en: USD}
  invoices: {type: integer, sums: true, title: 发票数, title_en: invoices}
say:
  zh: "第 {rank} 名 {customer}：消费 {spent} 美元，发票 {invoices} 张。"
  en: "No. {rank} {customer}: spent {spent} USD on {invoices} invoices."
---
SELECT ROW_NUMBER() OVER (ORDER BY spent DESC, customer) AS rank, customer, spent, invoices FROM (
  SELECT c.FirstName || ' ' || c.LastName AS customer, ROUND(SUM(i.Total), 2) AS spent, COUNT(*) AS invoices
  FROM Customer c JOIN Invoice i USING (CustomerId)
  WHERE date(i.InvoiceDate) BETWEEN :period_from AND :period_to AND (:country IS NULL OR c.Country = :country)
  GROUP BY c.CustomerId)
ORDER BY rank LIMIT :n
