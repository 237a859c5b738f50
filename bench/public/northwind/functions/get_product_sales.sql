---
name: get_product_sales
does: Sales after discount and units sold of products that are named. 点名产品的折后销售额和售出件数。
when: The question names a product and asks what was sold. 问题点名了产品，问卖了多少。
not: Not for rankings (get_top_products), stock or prices (get_product). 不用于排名、库存和价格。
words: [sold, sales of, units sold, 卖了多少, 售出, 销售额]
database: traders
params:
  products: {type: enum, list: true, required: true, query: SELECT ProductName FROM Products ORDER BY 1, entity: product, meaning: product}
  period: {type: period, default: 1996-07-01 to 1998-05-06, meaning: order date}
columns:
  product: {type: text, title: 产品, title_en: product, entity: product}
  units: {type: integer, sums: true, title: 售出件数, title_en: units sold, unit: 件, unit_en: units}
  sales: {type: decimal, sums: true, title: 销售额, title_en: sales, unit: 美元, unit_en: USD}
say:
  zh: "{product}售出 {units} 件，销售额 {sales} 美元。"
  en: "{product}: {units} units sold, sales {sales} USD."
---
SELECT p.ProductName AS product, SUM(d.Quantity) AS units, ROUND(SUM(d.UnitPrice * d.Quantity * (1 - d.Discount)), 2) AS sales
FROM [Order Details] d JOIN Orders o USING (OrderID) JOIN Products p USING (ProductID)
WHERE date(o.OrderDate) BETWEEN :period_from AND :period_to AND p.ProductName IN (SELECT value FROM json_each(:products))
GROUP BY p.ProductName ORDER BY product
