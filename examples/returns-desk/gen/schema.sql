CREATE TABLE categories (
  category    TEXT PRIMARY KEY,
  category_en TEXT NOT NULL,
  goods       TEXT NOT NULL CHECK (goods IN ('实物', '虚拟'))
) WITHOUT ROWID;

-- the document that governs a category; no row where none was published
CREATE TABLE policies (
  tenant   TEXT NOT NULL,
  category TEXT NOT NULL REFERENCES categories,
  policy   TEXT NOT NULL,                -- the document's id
  PRIMARY KEY (tenant, category)
) WITHOUT ROWID;

CREATE TABLE products (
  sku         TEXT PRIMARY KEY,
  name        TEXT NOT NULL,
  name_en     TEXT NOT NULL,
  category    TEXT NOT NULL REFERENCES categories,
  price_cents INTEGER NOT NULL CHECK (price_cents > 0)
) WITHOUT ROWID;

-- the version the order system stamps on an order when it is signed for; the wording is in the documents
CREATE TABLE policy_stamps (
  policy         TEXT NOT NULL,
  version        TEXT NOT NULL,
  effective_from TEXT NOT NULL,
  PRIMARY KEY (policy, version)
) WITHOUT ROWID;

CREATE TABLE orders (
  tenant       TEXT NOT NULL,
  order_id     TEXT NOT NULL,
  user_id      TEXT NOT NULL,
  sku          TEXT NOT NULL REFERENCES products,
  quantity     INTEGER NOT NULL CHECK (quantity > 0),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  order_status TEXT NOT NULL CHECK (order_status IN ('待付款', '已付款', '已发货', '已签收', '已取消', '已发卡')),
  ordered_at   TEXT NOT NULL,            -- RFC 3339; most rows carry +08:00, rows of the old carrier interface are in UTC
  paid_at      TEXT,
  shipped_at   TEXT,
  signed_at    TEXT,
  carrier      TEXT,
  tracking_no  TEXT,
  invoice      TEXT CHECK (invoice IN ('未申请', '已开票')),
  phone        TEXT NOT NULL,            -- private
  address      TEXT NOT NULL,            -- private
  PRIMARY KEY (tenant, order_id),        -- order ids repeat across tenants
  CHECK ((signed_at IS NULL) = (order_status <> '已签收')),
  CHECK (shipped_at IS NULL OR paid_at IS NOT NULL)
) WITHOUT ROWID;

CREATE INDEX orders_user ON orders (tenant, user_id, ordered_at);
