---
name: get_sales_by_year
does: Revenue and invoices of the whole shop year by year. 逐年给出全店的销售额和发票数。
when: The question asks for the shop's total revenue or invoices of a year, by year, or over the years. 问全店某年或各年的总销售额、发票数。
not: Not by country, customer, genre or artist. 不分国家、客户、风格、艺术家。
words: [total revenue, total sales, revenue in, by year, each year, per year, 总销售额, 全年, 每年, 各年, 逐年]
database: shop
params:
  period: {type: period, default: 2021-01-01 to 2025-12-31, meaning: invoice date}
columns:
  year: {type: text, title: 年份, title_en: year}
  revenue: {type: decimal, sums: true, title: 销售额, title_en: revenue, unit: 美元, unit_en: USD}
  invoices: {type: integer, sums: true, title: 发票数, title_en: invoices}
say:
  zh: "{year} 年销售额 {revenue} 美元，发票 {invoices} 张。"
  en: "In {year}, revenue was {revenue} USD over {invoices} invoices."
---
SELECT strftime('%Y', InvoiceDate) AS year, ROUND(SUM(Total), 2) AS revenue, COUNT(*) AS invoices
FROM Invoice WHERE date(InvoiceDate) BETWEEN :period_from AND :period_to
GROUP BY year ORDER BY year
