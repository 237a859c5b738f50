-- orders.json
CREATE TABLE orders AS SELECT value->>'order_id' order_id, value->>'user_id' user_id, value->>'$.address.city' city, value->>'$.address.state' state, value->>'status' status,
  (SELECT SUM(p.value->>'amount') FROM json_each(o.value, '$.payment_history') p WHERE p.value->>'transaction_type'='payment') total FROM json_each(:file) o;
-- orders.json
CREATE TABLE items AS SELECT o.value->>'order_id' order_id, i.value->>'name' name, i.value->>'product_id' product_id, i.value->>'item_id' item_id, i.value->>'price' price
  FROM json_each(:file) o, json_each(o.value, '$.items') i;
-- products.json
CREATE TABLE products AS SELECT value->>'product_id' product_id, value->>'name' name FROM json_each(:file);
-- products.json
CREATE TABLE variants AS SELECT p.value->>'product_id' product_id, v.value->>'item_id' item_id, v.value->>'available' available, v.value->>'price' price, v.value->>'$.options.color' options
  FROM json_each(:file) p, json_each(p.value, '$.variants') v;
