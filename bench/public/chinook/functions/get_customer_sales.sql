---
name: get_customer_sales
does: What customers that are named have spent, and on how many invoices. 点名的客户花了多少钱、几张发票。
when: The question names a customer and asks what they spent or how many invoices they have. 问某客户花了多少、有几张发票。
not: Not for rankings (get_top_customers). 不用于排名。
words: [spent, spend, customer, invoices, 花了, 消费, 客户, 发票]
database: shop
params:
  customers: {type: enum, list: true, required: true, query: SELECT FirstName || ' ' || LastName FROM Customer ORDER BY 1, entity: customer, meaning: customer}
  period: {type: period, default: 2021-01-01 to 2025-12-31, meaning: invoice date}
columns:
  customer: {type: text, title: 客户, title_en: customer, entity: customer}
  spent: {type: decimal, sums: true, title: 消费额, title_en: spent, unit: 美元, unit_en: USD}
  invoices: {type: integer, sums: true, title: 发票数, title_en: invoices}
  last_invoice: {type: date, title: 最近发票日期, title_en: last invoice}
say:
  zh: "{customer}消费 {spent} 美元，发票 {invoices} 张，最近一张在 {last_invoice}。"
  en: "{customer} spent {spent} USD on {invoices} invoices, the last on {last_invoice}."
---
SELECT c.FirstName || ' ' || c.LastName AS customer, ROUND(SUM(i.Total), 2) AS spent, COUNT(*) AS invoices, date(MAX(i.InvoiceDate)) AS last_invoice
FROM Customer c JOIN Invoice i USING (CustomerId)
WHERE c.FirstName || ' ' || c.LastName IN (SELECT value FROM json_each(:customers)) AND date(i.InvoiceDate) BETWEEN :period_from AND :period_to
GROUP BY c.CustomerId ORDER BY customer
