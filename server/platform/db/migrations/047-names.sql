-- Names of docs/glossary.md for the database: docs/decisions/040. Each of the next migrations renames one table, so
-- that none holds a lock while it waits for another. A migration of the next version drops the old names.

-- Live updates of the back office count in these sequences. Until the next version, older nodes read the old ones.
create sequence updates_of_orders;
create sequence updates_of_deliveries;
create sequence updates_of_payments;
create sequence updates_of_issues;
create sequence updates_of_alerts;
create sequence updates_of_tasks;

-- An order as `place_orders` reads it. Its text from before has the old name, `order_wish`, until it is replaced.
create type order_request as (
  place               int,
  id                  uuid,
  invoice             text,
  user_id             uuid,
  role                text,
  key                 text,
  request_hash        bytea,
  answer              jsonb,
  game_id             uuid,
  item_id             uuid,
  saved_player        uuid,
  currency            text,
  item_price          bigint,
  amount              bigint,
  price_inr           bigint,
  discount_inr        bigint,
  amount_inr          bigint,
  rate                numeric,
  coupon_id           uuid,
  coupon_code         text,
  coupon_updated_at   timestamptz,
  created_at          timestamptz,
  expires_at          timestamptz,
  player_id           text,
  zone_id             text,
  player_name         text,
  is_confirmed        boolean,
  reference           text,
  api_key             uuid,
  quote               uuid,
  unpaid_max          int,
  unproven_unpaid_max int,
  buyer_address       text
);

-- Renamed schedules keep their turn.
insert into schedule (name, next_at)
select case name when 'trace-parcels' then 'trace-dispatches' when 'ask-refunds' then 'ask-payouts'
  else 'reconcile' end, next_at
from schedule where name in ('trace-parcels', 'ask-refunds', 'compare-books');
