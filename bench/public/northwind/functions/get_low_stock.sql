---
name: get_low_stock
does: Products on sale whose stock is below the reorder level. 库存低于补货点的在售产品。
when: The question asks which products must be reordered or are low in stock. 问哪些产品要补货、库存不足。
not: Not for the stock of a product that is named (get_product). 点名产品的库存用 get_product。
words: [low in stock, below the reorder level, need reordering, to be reordered, running out, 要补货, 低于补货点, 库存不足]
database: traders
columns:
  product: {type: text, title: 产品, title_en: product, entity: product}
  stock: {type: integer, title: 库存, title_en: units in stock, unit: 件, unit_en: units}
  reorder: {type: integer, title: 补货点, title_en: reorder level, unit: 件, unit_en: units}
say:
  zh: "{product}库存 {stock} 件，补货点 {reorder} 件。"
  en: "{product}: {stock} units in stock, reorder level {reorder}."
---
SELECT ProductName AS product, UnitsInStock AS stock, ReorderLevel AS reorder
FROM Products WHERE UnitsInStock < ReorderLevel AND Discontinued = '0' ORDER BY product
