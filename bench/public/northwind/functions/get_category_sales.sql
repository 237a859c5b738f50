---
name: get_category_sales
does: Sales after discount and units sold by product category in a period. 各品类在一段时间内的折后销售额和售出件数。
when: The question asks for the sales of a category, or by category. 问某品类或各品类的销售额。
not: Not for single products (get_product_sales), countries or customers. 不用于单个产品、国家、客户。
words: [category, categories, sales of, 品类, 类别, 销售额]
database: traders
params:
  categories: {type: enum, list: true, query: SELECT CategoryName FROM Categories ORDER BY 1, entity: category, meaning: category}
  period: {type: period, default: 1996-07-01 to 1998-05-06, meaning: order date}
columns:
  category: {type: text, title: 品类, title_en: category, entity: category}
  sales: {type: decimal, sums: true, title: 销售额, title_en: sales, unit: 美元, unit_en: USD}
  units: {type: integer, sums: true, title: 售出件数, title_en: units sold, unit: 件, unit_en: units}
say:
  zh: "{category}销售额 {sales} 美元，售出 {units} 件。"
  en: "{category}: sales {sales} USD, {units} units sold."
---
SELECT c.CategoryName AS category, ROUND(SUM(d.UnitPrice * d.Quantity * (1 - d.Discount)), 2) AS sales, SUM(d.Quantity) AS units
FROM [Order Details] d JOIN Orders o USING (OrderID) JOIN Products p USING (ProductID) JOIN Categories c USING (CategoryID)
WHERE date(o.OrderDate) BETWEEN :period_from AND :period_to
  AND (:categories IS NULL OR c.CategoryName IN (SELECT value FROM json_each(:categories)))
GROUP BY c.CategoryName ORDER BY sales DESC
