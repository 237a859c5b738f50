---
name: get_shipper_freight
does: Orders carried and freight by shipper in a period. 各承运商在一段时间内承运的订单数和运费。
when: The question asks what a shipper carried or charged. 问承运商运了多少单、运费多少。
not: Not for one order (get_order). 单个订单用 get_order。
words: [shipper, shippers, carried, freight by, 承运商, 运了多少单, 运费]
database: traders
params:
  shippers: {type: enum, list: true, query: SELECT CompanyName FROM Shippers ORDER BY 1, entity: shipper, meaning: shipper}
  period: {type: period, default: 1996-07-01 to 1998-05-06, meaning: order date}
columns:
  shipper: {type: text, title: 承运商, title_en: shipper, entity: shipper}
  orders: {type: integer, sums: true, title: 订单数, title_en: orders, unit: 单, unit_en: orders}
  freight: {type: decimal, sums: true, title: 运费, title_en: freight, unit: 美元, unit_en: USD}
say:
  zh: "{shipper}承运订单 {orders} 单，运费 {freight} 美元。"
  en: "{shipper}: {orders} orders carried, freight {freight} USD."
---
SELECT s.CompanyName AS shipper, COUNT(*) AS orders, ROUND(SUM(o.Freight), 2) AS freight
FROM Orders o JOIN Shippers s ON s.ShipperID = o.ShipVia
WHERE date(o.OrderDate) BETWEEN :period_from AND :period_to
  AND (:shippers IS NULL OR s.CompanyName IN (SELECT value FROM json_each(:shippers)))
GROUP BY s.CompanyName ORDER BY orders DESC
