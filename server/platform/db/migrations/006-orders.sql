-- What customers buy, for whom, and with which coupon.

-- A player of a game that a customer buys for.
create table player (
  id           uuid primary key,
  user_id      uuid not null references users,
  game_id      uuid not null references game,
  player_id    text not null,
  zone_id      text not null,
  name         text not null,
  confirmed_at timestamptz,
  item_slug    text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  constraint player_once unique (user_id, game_id, player_id, zone_id)
);
comment on column player.zone_id is 'Empty where the game has none.';
comment on column player.name is 'As the game''s own books have it; empty where nobody could be asked.';
comment on column player.confirmed_at is 'When a source last said that this player exists; null when none did.';

create table coupon (
  id         uuid primary key,
  code       text not null,
  discount   bigint not null,
  price_min  bigint not null,
  expires_at timestamptz,
  is_active  boolean not null,
  use_count  int not null default 0,
  use_max    int,
  is_global  boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint coupon_code_shape check (code ~ '^[A-Z0-9][A-Z0-9_-]*$'),
  constraint coupon_amounts check (discount > 0 and price_min >= 0),
  constraint coupon_uses check (use_count >= 0 and use_max > 0)
);
comment on column coupon.use_max is 'Null is unlimited.';
comment on column coupon.use_count is 'Written with the order. It may stand above a maximum that was lowered later.';
create unique index coupon_code on coupon (code) where deleted_at is null;
create index coupon_created_at on coupon (created_at, id) where deleted_at is null;

-- Who may, or may not, use a coupon; a coupon without allowed ones is for everybody. No foreign key to users: it would
-- lock their rows behind the coupon's, and an order locks these two the other way around. Nobody's row is ever deleted.
create table coupon_user (
  coupon_id  uuid not null references coupon,
  user_id    uuid not null,
  is_allowed boolean not null,
  primary key (coupon_id, user_id)
);
create index coupon_user_allowed on coupon_user (coupon_id) where is_allowed;
create table coupon_game (
  coupon_id uuid not null references coupon,
  game_id   uuid not null references game,
  primary key (coupon_id, game_id)
);

-- Orders point at users, games, items and coupons without foreign keys: these would lock rows that many orders share,
-- and none of those rows is ever deleted. Prices are in minor units of the currency, what ends in _inr in paise.
create table orders (
  id             uuid primary key,
  invoice        text collate "C" not null,
  user_id        uuid not null,
  status         text not null,
  game_id        uuid not null,
  item_id        uuid not null,
  saved_player   uuid not null,
  player_id      text not null,
  zone_id        text not null,
  player_name    text not null,
  currency       text not null,
  item_price     bigint not null,
  amount         bigint not null,
  price_inr      bigint not null,
  discount_inr   bigint not null,
  amount_inr     bigint not null,
  cost_inr       bigint,
  rate           numeric(10, 8),
  coupon_id      uuid,
  takes_stock    boolean not null,
  payment_method text not null,
  payment_reference text,
  version        int not null default 1,
  created_at     timestamptz not null,
  paid_at        timestamptz,
  ended_at       timestamptz,
  refunded_at    timestamptz,
  game_name      text not null,
  item_name      text not null,
  coupon_code    text,
  constraint orders_invoice unique (invoice),
  constraint orders_status check (status in ('pending', 'processing', 'completed', 'cancelled', 'failed', 'refunded')),
  constraint orders_currency check (currency in ('INR', 'USD')),
  constraint orders_amounts check (
    item_price >= amount and amount >= 0 and price_inr >= 0 and discount_inr >= 0
    and amount_inr = greatest(price_inr - discount_inr, 0)),
  constraint orders_rate check ((currency = 'INR') = (rate is null)),
  constraint orders_coupon check ((coupon_id is null) = (coupon_code is null)),
  constraint orders_payment_method check (payment_method in ('wallet', 'upi')),
  constraint orders_wallet_is_paid check (payment_method <> 'wallet' or paid_at is not null),
  constraint orders_paid check ((status in ('processing', 'completed', 'refunded')) <= (paid_at is not null)),
  constraint orders_ended check ((status in ('pending', 'processing')) = (ended_at is null)),
  -- The label never changes without the money.
  constraint orders_refunded check (
    (refunded_at is not null) = (paid_at is not null and status in ('cancelled', 'failed', 'refunded')))
);
comment on column orders.cost_inr is 'What the pack cost the shop when it was sold; null where nobody said.';
comment on column orders.takes_stock is 'Whether the pack was counted when it was sold: then it goes back to the stock.';
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_amount on orders (amount_inr, id);
create index orders_by_kind on orders (status, payment_method, created_at, id) include (paid_at);

-- What happened to an order after it was placed, in the words its customer reads.
create table order_event (
  order_id   uuid not null references orders,
  number     int not null,
  status     text not null,
  message    text not null,
  user_id    uuid,
  created_at timestamptz not null,
  primary key (order_id, number)
);
comment on column order_event.user_id is 'The administrator who did it; null for what happened by itself.';
