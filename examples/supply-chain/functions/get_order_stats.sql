---
name: get_order_stats
does: 统计一段时间的订单数、售出件数和销售额，可限定区域、SKU、商品、供应商或品类。Orders, units sold and revenue of a period, for a region, SKUs, products, suppliers or a category.
when: 问题问卖了多少、订单数、销量、销售额。The question asks how much was sold, for orders, sales volume or revenue.
not: 不给退货、投诉和破损。No returns, complaints or damage.
words: [订单数, 多少订单, 订单量, 售出, 卖了多少, 销量, 销售额, 销售, 下单, orders, order count, sold, we sell, did we sell, sales, revenue]
database: supply
params:
  period: {type: period, default: 上个月, widen: 90, meaning: 下单日所在的期间}
  region: {type: enum, query: SELECT DISTINCT region FROM listings ORDER BY region, entity: region, meaning: 销售区域}
  skus: {type: identifier, identifier: sku, list: true, meaning: SKU 编码}
  products: {type: enum, list: true, query: SELECT name FROM products ORDER BY name, entity: product, meaning: 商品名称}
  suppliers: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, meaning: 供应商}
  except: {type: enum, list: true, query: SELECT name FROM suppliers ORDER BY name, entity: supplier, exclude: true, meaning: 不看的供应商}
  category: {type: enum, query: SELECT DISTINCT category FROM products ORDER BY category, entity: category, meaning: 品类}
bind: {roles: session.roles}
columns:
  orders: {type: integer, sums: true, title: 订单数, title_en: orders, unit: 单, unit_en: orders, metric: orders}
  sold: {type: integer, sums: true, title: 售出件数, title_en: units sold, unit: 件, unit_en: units, metric: sold}
  revenue: {type: decimal, title: 销售额, title_en: revenue, unit: 元, unit_en: CNY, metric: revenue}
say:
  zh: 订单数 {orders} 单，售出件数 {sold} 件，销售额 {revenue} 元。
  en: "{orders} orders, {sold} units sold, revenue {revenue} CNY."
freshness: daily
---
SELECT COUNT(DISTINCT o.order_id) AS orders, SUM(l.qty) AS sold, SUM(l.qty * l.price_cents) / 100 AS revenue
FROM orders o JOIN order_lines l ON l.order_id = o.order_id JOIN products p ON p.sku = l.sku JOIN suppliers s ON s.supplier_id = p.supplier_id
WHERE o.ordered_on BETWEEN :period_from AND :period_to
  AND (:region IS NULL OR o.region = :region)
  AND ((:skus IS NULL AND :products IS NULL) OR l.sku IN (SELECT value FROM json_each(:skus)) OR p.name IN (SELECT value FROM json_each(:products)))
  AND (:suppliers IS NULL OR s.name IN (SELECT value FROM json_each(:suppliers)))
  AND (:except IS NULL OR s.name NOT IN (SELECT value FROM json_each(:except)))
  AND (:category IS NULL OR p.category = :category)
  AND EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'analyst')
HAVING COUNT(*) > 0
