---
name: get_product
does: Price, units in stock, units on order, reorder level, category and supplier of products that are named. 点名产品的单价、库存、在途、补货点、品类和供货商。
when: The question asks for the price, stock, category or supplier of a product. 问某产品的价格、库存、品类、供货商。
not: Not for what was sold (get_product_sales). 不含销量。
words: [price, unit price, in stock, stock, reorder level, who supplies, supplier of, category of, discontinued, 单价, 价格, 库存, 补货点, 谁供货, 供货商, 停产]
database: traders
params:
  products: {type: enum, list: true, required: true, query: SELECT ProductName FROM Products ORDER BY 1, entity: product, meaning: product}
columns:
  product: {type: text, title: 产品, title_en: product, entity: product}
  price: {type: decimal, title: 单价, title_en: unit price, unit: 美元, unit_en: USD}
  stock: {type: integer, title: 库存, title_en: units in stock, unit: 件, unit_en: units}
  on_order: {type: integer, title: 在途, title_en: units on order, unit: 件, unit_en: units}
  reorder: {type: integer, title: 补货点, title_en: reorder level, unit: 件, unit_en: units}
  category: {type: text, title: 品类, title_en: category, entity: category}
  supplier: {type: text, title: 供货商, title_en: supplier, entity: vendor}
say:
  zh: "{product}单价 {price} 美元，库存 {stock} 件，在途 {on_order} 件，补货点 {reorder} 件，品类 {category}，供货商 {supplier}。"
  en: "{product}: unit price {price} USD, {stock} units in stock, {on_order} on order, reorder level {reorder}, category {category}, supplier {supplier}."
---
SELECT p.ProductName AS product, p.UnitPrice AS price, p.UnitsInStock AS stock, p.UnitsOnOrder AS on_order, p.ReorderLevel AS reorder, c.CategoryName AS category, s.CompanyName AS supplier
FROM Products p JOIN Categories c USING (CategoryID) JOIN Suppliers s USING (SupplierID)
WHERE p.ProductName IN (SELECT value FROM json_each(:products)) ORDER BY product
