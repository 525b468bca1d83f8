-- Several sources of a pack, what they cost and how they do, whom packs fit, and what people do by hand:
-- docs/decisions/017.

-- What the shop's people are told. One of a key is open at a time.
create table alert (
  id       uuid primary key,
  key      text not null,
  words    text not null,
  path     text not null,
  since    timestamptz not null,
  ended_at timestamptz,
  ends_by_hand boolean not null default false
);
comment on column alert.ends_by_hand is 'Nothing tells when it is over: a person says so.';
comment on column alert.path is 'Where in the back office something can be done about it.';
create unique index alert_open on alert (key) where ended_at is null;

-- As whom the shop comes to a provider, sealed.
create table source_account (
  source     text primary key,
  sealed     bytea not null,
  updated_at timestamptz not null
);

-- What the shop has left to spend there.
create table source_balance (
  source    text primary key,
  low_below numeric(20, 6),
  amount    numeric(20, 6),
  currency  text,
  read_at   timestamptz,
  short_since timestamptz,
  constraint source_balance_read check ((amount is null) = (read_at is null) and (amount is null) = (currency is null))
);
comment on column source_balance.low_below is 'In the provider''s currency; null where nobody wants to hear of it.';
comment on column source_balance.short_since is 'It has refused an order for want of money; null again when a later reading is good.';

-- What one unit of a provider's currency costs the shop, in paise. For dollars the shop's own rate counts where nothing is said.
create table source_currency (
  source   text not null,
  currency text not null,
  paise    numeric(20, 6) not null,
  updated_at timestamptz not null,
  primary key (source, currency),
  constraint source_currency_positive check (paise > 0)
);

-- Whether a provider takes orders just now. Failures are of orders one after the other, of any node.
create table source_health (
  source     text primary key,
  failures   int not null,
  opened_at  timestamptz,
  open_until timestamptz,
  constraint source_health_open check ((opened_at is null) = (open_until is null))
);
comment on column source_health.open_until is 'Until then nothing is sent there; then one order is let through to try.';

-- A provider's list, as it was read last.
create table source_product (
  source       text not null,
  game         text not null,
  region       text not null,
  product_id   text not null,
  name         text not null,
  cost         numeric(20, 6) not null,
  currency     text not null,
  is_available boolean not null,
  seen_at      timestamptz not null,
  primary key (source, game, region, product_id)
);

-- How a game's prices follow what its packs cost. A game without a rule keeps the prices that were typed.
create table price_rule (
  game_id   uuid primary key references game,
  kind      text not null,
  margin    int not null,
  reseller_margin int,
  round_to  int not null,
  round_minus int not null default 0,
  change_max int not null,
  synced_at timestamptz,
  fault     text,
  updated_at timestamptz not null,
  constraint price_rule_kind check (kind in ('percent', 'fixed')),
  constraint price_rule_values check (
    margin >= 0 and reseller_margin >= 0 and round_to >= 1 and round_minus >= 0 and round_minus < round_to
    and change_max between 1 and 1000)
);
comment on column price_rule.margin is 'On the cost: in hundredths of a percent, or in paise.';
comment on column price_rule.round_to is 'Prices are rounded up to a multiple of this, in paise; `round_minus` is then taken off (9.99).';
comment on column price_rule.change_max is 'A cost that changes by more percent than this is believed only when a person says so.';
comment on column price_rule.fault is 'Why the last look at its sources failed, in words.';

-- A cost that changed by more than is believed. Its pack is off the shelf until a person has looked at it.
create table price_doubt (
  item_id uuid primary key references item,
  cost    bigint not null,
  constraint price_doubt_cost check (cost > 0)
);

alter table item add column routing text not null default 'in order'
  constraint item_routing check (routing in ('in order', 'best'));
alter table item add column is_price_fixed boolean not null default false;
comment on column item.is_price_fixed is 'Its prices do not follow the rule of its game; its cost does.';
alter table item add column paused_for text;
comment on column item.paused_for is 'Why the shop itself took it off the shelf, in words; null when a person did, and while it is on it.';
alter table item add constraint item_paused check (paused_for is null or not is_available);

-- Where a pack comes from beside its game's own source, in the order in which they are asked.
create table item_source (
  item_id    uuid not null references item,
  position   int not null,
  source     text not null,
  game       text not null,
  region     text not null,
  service_id text not null,
  primary key (item_id, position),
  constraint item_source_once unique (item_id, source, region),
  constraint item_source_source check (source in
    ('smileone', 'moogold', 'unipin', 'seagm', 'lapakgaming', 'g2bulk', 'digiflazz')),
  constraint item_source_product check (service_id <> '')
);

alter table parcel add column chosen text not null default '';
comment on column parcel.chosen is 'Why this source was chosen and which were passed over, for the shop''s people.';
create index parcel_ended_of_provider on parcel (provider, ended_at) where ended_at is not null;

-- Whom packs fit.
alter table game add column player_regions text[] not null default '{}';
comment on column game.player_regions is 'The countries whose players its packs fit, as two letters; none is everywhere.';
alter table player add column regions text[] not null default '{}';
comment on column player.regions is 'The countries it may be of, as two letters; none where nobody knows.';

-- What people do by hand.
alter table orders add column claimed_by uuid references users;
alter table orders add column claimed_at timestamptz;
alter table orders add constraint orders_claimed check ((claimed_by is null) = (claimed_at is null));
alter table orders add column proof_image_id uuid references image;
comment on column orders.proof_image_id is 'A picture by which its customer sees that it was delivered.';

-- How long packs of a game took to be delivered lately: the median, from paid to completed.
create table game_speed (
  game_id    uuid primary key references game,
  seconds    int not null,
  deliveries int not null,
  updated_at timestamptz not null
);
create index orders_completed_of_game on orders (game_id, ended_at desc) where status = 'completed';
create index users_admin on users (id) where role = 'admin';
