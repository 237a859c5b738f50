---
name: get_top_products
does: The products with the highest sales in a period, ranked. 一段时间内销售额最高的产品排名。
when: The question asks for the best-selling products or a ranking of products. 问最畅销的产品、产品排名。
not: Not for products that are named (get_product_sales). 点名的产品用 get_product_sales。
words: [best-selling products, top products, products with the highest sales, product ranking, sold best, 最畅销的产品, 产品排名, 销售额最高的产品, 卖得最好]
database: traders
ranked: true
ties: sales
params:
  n: {type: integer, min: 1, max: 20, default: 3, meaning: how many}
  period: {type: period, default: 1996-07-01 to 1998-05-06, meaning: order date}
  category: {type: enum, query: SELECT CategoryName FROM Categories ORDER BY 1, entity: category, meaning: category}
columns:
  rank: {type: integer, title: 名次, title_en: rank}
  product: {type: text, title: 产品, title_en: product, entity: product}
  sales: {type: decimal, title: 销售额, title_en: sales, unit: 美元, unit_en: USD}
  units: {type: integer, title: 售出件数, title_en: units sold, unit: 件, unit_en: units}
say:
  zh: "第 {rank} 名 {product}：销售额 {sales} 美元，售出 {units} 件。"
  en: "No. {rank} {product}: sales {sales} USD, {units} units sold."
---
SELECT ROW_NUMBER() OVER (ORDER BY sales DESC, product) AS rank, product, sales, units FROM (
  SELECT p.ProductName AS product, ROUND(SUM(d.UnitPrice * d.Quantity * (1 - d.Discount)), 2) AS sales, SUM(d.Quantity) AS units
  FROM [Order Details] d JOIN Orders o USING (OrderID) JOIN Products p USING (ProductID) JOIN Categories c USING (CategoryID)
  WHERE date(o.OrderDate) BETWEEN :period_from AND :period_to AND (:category IS NULL OR c.CategoryName = :category)
  GROUP BY p.ProductName)
ORDER BY rank LIMIT :n
