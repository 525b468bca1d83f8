-- What resellers' programs do, with keys of their own, and the same with nothing at stake: docs/decisions/026.

create table api_key (
  id           uuid primary key,
  user_id      uuid not null references users,
  name         text not null,
  is_main      boolean not null,
  is_test      boolean not null,
  scopes       text[] not null,
  allowed_networks text[] not null,
  hash         bytea not null,
  sealed       bytea,
  hint         text not null,
  created_at   timestamptz not null,
  last_used_at timestamptz,
  ended_at     timestamptz,
  constraint api_key_hash unique (hash),
  constraint api_key_scopes check (scopes <> '{}' and scopes <@ array['read', 'orders', 'webhooks']),
  constraint api_key_main check (not (is_main and is_test)),
  constraint api_key_sealed check ((sealed is not null) = is_main)
);
comment on column api_key.hash is 'SHA-256 of the key, which has 256 random bits: nothing slower is needed.';
comment on column api_key.sealed is 'The main key, encrypted with a key made from SECRET, because its reseller may read it again.';
comment on column api_key.allowed_networks is 'Where it may be used from; empty is everywhere.';
create unique index api_key_one_main on api_key (user_id) where is_main and ended_at is null;
create index api_key_of_user on api_key (user_id, created_at, id) where ended_at is null;

-- Whether a game knows a player, as its provider has just said: what was checked is not asked again as it is ordered.
create table checked_player (
  game_id    uuid not null,
  player_id  text not null,
  zone_id    text not null,
  name       text not null,
  checked_at timestamptz not null,
  primary key (game_id, player_id, zone_id)
);
create index checked_player_checked_at on checked_player (checked_at);

-- A price that holds for some minutes, for one order. Prices as in orders.
create table api_quote (
  id         uuid primary key,
  user_id    uuid not null references users,
  is_test    boolean not null,
  item_id    uuid not null,
  currency   text not null,
  amount     bigint not null,
  price_inr  bigint not null,
  rate       numeric(10, 8),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_by    uuid
);
comment on column api_quote.used_by is 'The order that was placed by it.';
create index api_quote_expires_at on api_quote (expires_at);

alter table orders add column channel text constraint orders_channel check (channel = 'api');
comment on column orders.channel is 'Null for one that was placed on the website. One of a program has its own id for a saved player: it has none.';

-- What a program calls its order: once for each reseller, for ever.
create table reseller_order (
  order_id     uuid primary key references orders,
  user_id      uuid not null,
  reference    text collate "C" not null,
  request_hash bytea not null,
  api_key_id   uuid not null,
  constraint reseller_order_reference unique (user_id, reference)
);

-- Orders of test mode, which cost nothing and are delivered nowhere.
create table test_order (
  id           uuid primary key,
  invoice      text not null,
  user_id      uuid not null references users,
  reference    text collate "C" not null,
  request_hash bytea not null,
  api_key_id   uuid not null,
  status       text not null,
  version      int not null default 1,
  held_for     text,
  item_id      uuid not null,
  item_name    text not null,
  game_name    text not null,
  player_id    text not null,
  zone_id      text not null,
  player_name  text not null,
  currency     text not null,
  amount       bigint not null,
  created_at   timestamptz not null,
  ended_at     timestamptz,
  refunded_at  timestamptz,
  constraint test_order_reference unique (user_id, reference),
  constraint test_order_status check (status in ('processing', 'completed', 'failed', 'refunded')),
  constraint test_order_ended check ((status = 'processing') = (ended_at is null)),
  constraint test_order_refunded check ((status in ('failed', 'refunded')) = (refunded_at is not null))
);
create index test_order_of_user on test_order (user_id, created_at desc, id desc);

-- Test wallets: what a statement says of them. The books know nothing of it.
create table test_line (
  user_id    uuid not null references users,
  currency   text not null,
  sequence   int not null,
  kind       text not null,
  amount     bigint not null,
  balance    bigint not null,
  utr        text not null,
  order_id   uuid,
  created_at timestamptz not null,
  primary key (user_id, currency, sequence),
  constraint test_line_no_overdraft check (balance >= 0)
);

-- An order as programs read it, a real one or not.
create view api_order as
select false as is_test, id, orders.user_id, reference, invoice, status, version, held_for, item_id, item_name, game_name,
  player_id, zone_id, player_name, currency, amount, created_at, ended_at, refunded_at
from orders left join reseller_order on order_id = id
union all
select true, id, user_id, reference, invoice, status, version, held_for, item_id, item_name, game_name,
  player_id, zone_id, player_name, currency, amount, created_at, ended_at, refunded_at
from test_order;

create function api_amount(minor bigint, currency text) returns numeric immutable parallel safe
  return trim_scale(minor::numeric / case currency when 'INR' then 100 else 10000 end);

-- It as it goes over the wire: the contract's ApiOrder, in answers and in events. One shape, made in one place.
create function api_order_body(placed api_order) returns json stable language plpgsql as $$
begin
  return json_build_object(
    '_id', placed.id, 'reference', placed.reference, 'invoiceId', placed.invoice, 'isTest', placed.is_test,
    'status', placed.status, 'version', placed.version, 'heldFor', placed.held_for,
    'productId', placed.item_id, 'productName', placed.item_name, 'gameName', placed.game_name,
    'player', json_build_object('playerId', placed.player_id, 'zoneId', placed.zone_id, 'name', placed.player_name),
    'currency', placed.currency, 'price', api_amount(placed.amount, placed.currency),
    'createdAt', ledger_moment(placed.created_at), 'endedAt', ledger_moment(placed.ended_at),
    'deliveredAt', case when placed.status = 'completed' or placed.status = 'refunded' and placed.ended_at < placed.refunded_at
      then ledger_moment(placed.ended_at) end,
    'refund', case when placed.refunded_at is not null then json_build_object(
      'amount', api_amount(placed.amount, placed.currency), 'at', ledger_moment(placed.refunded_at)) end);
end $$;

-- A program is told of whatever becomes of its order. At the end of the transaction: then the order is as it will be.
create function tell_api_order() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off
as $$
declare
  placed api_order;
  has_moved boolean := tg_op = 'INSERT';
begin
  select * into placed from api_order where id = new.id and not is_test;
  if tg_op = 'UPDATE' then
    has_moved := placed.status <> old.status;
  end if;
  perform record_api_event(placed.user_id, false, case when has_moved then 'order.' || placed.status else 'order.updated' end,
    placed.id, placed.version, api_order_body(placed),
    greatest(new.created_at, new.held_at, new.corrected_at, new.ended_at, new.refunded_at));
  return null;
end $$;
create constraint trigger tell_placed_api_order after insert on orders deferrable initially deferred for each row
  when (new.channel = 'api') execute function tell_api_order();
create constraint trigger tell_api_order after update on orders deferrable initially deferred for each row
  when (new.channel = 'api' and (new.status, new.held_for, new.player_id, new.zone_id)
    is distinct from (old.status, old.held_for, old.player_id, old.zone_id))
  execute function tell_api_order();

alter type order_wish
  add attribute player_id text, add attribute zone_id text, add attribute player_name text, add attribute is_confirmed boolean,
  add attribute reference text, add attribute api_key uuid, add attribute quote uuid;

-- As before, and: a wish with a reference is a program's. It names its player itself, may be known again by its reference, and
-- may have a price that was promised. Its answer is the order as programs read it.
create or replace function place_orders(wishes jsonb)
returns table (place int, code text, detail bigint, answer jsonb)
language plpgsql
  -- One plan for good, which looks each row up: tables grow under it, and another would read them whole.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
#variable_conflict use_column
declare
  pending_max constant int := 5; -- of one person
  list order_wish[] := array(select wish from jsonb_populate_recordset(null::order_wish, wishes) wish order by wish.place);
  people uuid[] := array(select distinct user_id from unnest(list));
  coupons uuid[] := array(select distinct coupon_id from unnest(list) where coupon_id is not null);
  fact record;
  twin order_wish;
  accepted int[] := '{}';
  keys text[] := '{}';
  mine text[] := '{}'; -- the references of those that are accepted, in their order
  quotes uuid[] := '{}';
  namesake order_wish;
  wallets bigint[] := '{}'; spent bigint[] := '{}'; wallet_at int;
  uses int[] := '{}'; coupon_at int;
  items uuid[] := '{}'; sold int[] := '{}'; item_at int;
  waiting uuid[] := '{}';
  counted uuid[];
  has_sold_out boolean;
  has_programs boolean := false;
begin
  perform from users where id = any(people) order by id for no key update;
  perform from account where user_id = any(people) order by id for no key update;
  if coupons <> '{}' then
    perform from coupon where id = any(coupons) order by id for no key update;
  end if;
  counted := array(select id from item
    where id = any(array(select distinct item_id from unnest(list))) and quantity is not null
    order by id for no key update);

  for fact in
    select wish.place, wish.user_id, wish.role, wish.key, asked.call, wish.request_hash, wish.amount, wish.price_inr,
      wish.item_id, wish.coupon_id, wish.expires_at is not null as is_pending,
      person.role as true_role, person.deleted_at is null and not person.is_blocked as may_buy,
      known.request_hash as known_hash, known.answer as known_answer,
      wish.reference, wish.quote, known_order.order_id as known_order, known_order.request_hash as known_order_hash,
      quote.id is not null as has_quote, quote.used_by is not null as is_quote_used,
      quote.expires_at <= wish.created_at as is_quote_over,
      (quote.item_id, quote.currency) is distinct from (wish.item_id, wish.currency) as is_quote_other,
      item.cost_price > wish.price_inr and coalesce(item.reseller_price, item.selling_price) > wish.price_inr as is_below_cost,
      item.game_id is not distinct from wish.game_id and item.deleted_at is null and game.deleted_at is null as is_sold,
      item.is_available and game.is_available as is_available, item.quantity,
      case when wish.quote is not null then quote.price_inr
        when person.role = 'reseller' then coalesce(item.reseller_price, item.selling_price)
        else item.selling_price end = wish.price_inr as has_price,
      case when wish.quote is not null then wish.rate is not distinct from quote.rate
        else wish.rate is null or wish.rate = (select usd from rate order by number desc limit 1) end as has_rate,
      wish.reference is not null or player.user_id = wish.user_id and player.game_id = wish.game_id as has_player,
      coalesce(wish.is_confirmed, player.confirmed_at is not null) or not game.is_validation_required as is_confirmed,
      date_trunc('milliseconds', coupon.updated_at) = wish.coupon_updated_at as has_coupon,
      coupon.is_active and coupon.deleted_at is null and coupon.price_min <= wish.price_inr
        and (coupon.expires_at is null or coupon.expires_at > wish.created_at) as is_usable,
      coupon.use_max - coupon.use_count as uses_left,
      case when wish.expires_at is not null then
        (select count(*) from orders where user_id = wish.user_id and status = 'pending') end as pending,
      wallet.id as wallet,
      coalesce((select balance from posting where account_id = wallet.id order by sequence desc limit 1), 0) as balance
    from unnest(list) wish
    cross join lateral (
      select case when wish.reference is not null then 'POST /reseller/orders'
        when wish.expires_at is null then 'POST /order/wallet' else 'POST /order/upi' end as call
    ) asked
    left join users person on person.id = wish.user_id
    left join item on item.id = wish.item_id
    left join game on game.id = wish.game_id
    left join player on player.id = wish.saved_player
    left join coupon on coupon.id = wish.coupon_id
    left join api_quote quote on quote.id = wish.quote and quote.user_id = wish.user_id and not quote.is_test
    left join reseller_order known_order on known_order.user_id = wish.user_id and known_order.reference = wish.reference
    left join account wallet on wallet.address = 'wallet:' || wish.user_id and wallet.currency = wish.currency
    left join lateral (
      select request_hash, answer from idempotency
      where user_id = wish.user_id and idempotency.call = asked.call and key = wish.key limit 1
    ) known on true
    order by wish.place
  loop
    twin := case when fact.key is not null then list[accepted[array_position(keys, fact.user_id || ' ' || fact.call || ' ' || fact.key)]] end;
    namesake := case when fact.reference is not null then list[accepted[array_position(mine, fact.user_id || ' ' || fact.reference)]] end;
    wallet_at := coalesce(array_position(wallets, fact.wallet), cardinality(wallets) + 1);
    item_at := coalesce(array_position(items, fact.item_id), cardinality(items) + 1);
    coupon_at := array_position(coupons, fact.coupon_id);
    place := fact.place;
    answer := null;
    detail := null;
    code := case
      when fact.may_buy is not true then 'NOT_SIGNED_IN'
      when fact.known_hash is null and twin.request_hash = fact.request_hash and fact.reference is not null then 'KNOWN_ORDER'
      when coalesce(fact.known_hash, twin.request_hash) = fact.request_hash then 'KNOWN'
      when coalesce(fact.known_hash, twin.request_hash) is not null then 'IDEMPOTENCY_KEY_REUSED'
      when coalesce(fact.known_order_hash, namesake.request_hash) = fact.request_hash then 'KNOWN_ORDER'
      when coalesce(fact.known_order_hash, namesake.request_hash) is not null then 'REFERENCE_USED'
      when fact.true_role <> fact.role then 'PRICE_CHANGED'
      when fact.is_sold is not true then 'NO_SUCH_ITEM'
      when not fact.is_available then 'NOT_AVAILABLE'
      when fact.has_player is not true then 'NO_SUCH_GAME_DETAIL'
      when not fact.is_confirmed then 'PLAYER_UNCONFIRMED'
      when fact.quote is not null and not fact.has_quote then 'NO_SUCH_QUOTE'
      when fact.is_quote_used or fact.quote = any(quotes) then 'QUOTE_USED'
      when fact.is_quote_over then 'QUOTE_EXPIRED'
      when fact.quote is not null and fact.is_quote_other then 'QUOTE_OTHER'
      when fact.quote is not null and fact.is_below_cost then 'QUOTE_BELOW_COST'
      when (fact.has_price and fact.has_rate) is not true then 'STALE'
      when fact.quantity is not null and fact.item_id <> all(counted) then 'STALE' -- it is counted since a moment ago
      when fact.coupon_id is not null and fact.has_coupon is not true then 'COUPON_STALE'
      when not fact.is_usable or fact.uses_left <= coalesce(uses[coupon_at], 0) then 'COUPON_NOT_USABLE'
      when fact.quantity <= coalesce(sold[item_at], 0) then 'OUT_OF_STOCK'
      when not fact.is_pending and fact.amount > fact.balance - coalesce(spent[wallet_at], 0) then 'BALANCE_TOO_LOW'
      when fact.is_pending and fact.pending + cardinality(array_positions(waiting, fact.user_id)) >= pending_max
        then 'TOO_MANY_OPEN_ORDERS'
    end;
    if code is null then
      accepted := accepted || fact.place;
      keys := keys || (fact.user_id || ' ' || fact.call || ' ' || fact.key);
      mine := mine || (fact.user_id || ' ' || fact.reference);
      quotes := quotes || fact.quote;
      has_programs := has_programs or fact.reference is not null;
      if fact.is_pending then
        waiting := waiting || fact.user_id;
      elsif fact.wallet is not null then
        wallets[wallet_at] := fact.wallet;
        spent[wallet_at] := coalesce(spent[wallet_at], 0) + fact.amount;
      end if;
      items[item_at] := fact.item_id;
      sold[item_at] := coalesce(sold[item_at], 0) + 1;
      if coupon_at is not null then
        uses[coupon_at] := coalesce(uses[coupon_at], 0) + 1;
      end if;
    elsif code in ('KNOWN_ORDER', 'REFERENCE_USED') then
      answer := jsonb_build_object('orderId', coalesce(fact.known_order, namesake.id, twin.id));
    elsif code = 'KNOWN' then
      code := null;
      answer := coalesce(fact.known_answer, twin.answer);
    elsif code = 'BALANCE_TOO_LOW' then
      detail := fact.amount - fact.balance + coalesce(spent[wallet_at], 0);
    end if;
    if code is not null or answer is not null or fact.reference is null then
      return next; -- an order of a program is told when it is written
    end if;
  end loop;
  if accepted = '{}' then
    return;
  end if;

  list := array(select wish from unnest(list) wish where wish.place = any(accepted));
  insert into orders (id, invoice, user_id, status, game_id, item_id, saved_player, player_id, zone_id, player_name,
    currency, item_price, amount, price_inr, discount_inr, amount_inr, cost_inr, rate, coupon_id, coupon_code,
    takes_stock, payment_method, created_at, paid_at, expires_at, game_name, item_name, channel)
  select wish.id, invoice, wish.user_id, case when expires_at is null then 'processing' else 'pending' end,
    wish.game_id, wish.item_id, coalesce(saved_player, wish.id), coalesce(wish.player_id, player.player_id),
    coalesce(wish.zone_id, player.zone_id), coalesce(wish.player_name, player.name), currency, item_price, amount, price_inr, discount_inr, amount_inr, cost_price, rate, coupon_id,
    coupon_code, wish.item_id = any(counted),
    case when expires_at is null then 'wallet' else 'upi' end, wish.created_at,
    case when expires_at is null then wish.created_at end, expires_at, game.name, item.name,
    case when wish.reference is not null then 'api' end
  from unnest(list) wish
  join item on item.id = wish.item_id
  join game on game.id = wish.game_id
  left join player on player.id = wish.saved_player;

  if has_programs then
    insert into reseller_order (order_id, user_id, reference, request_hash, api_key_id)
    select id, user_id, reference, request_hash, api_key from unnest(list) where reference is not null;
    update api_quote set used_by = wish.id from unnest(list) wish where api_quote.id = wish.quote;
    list := array(
      select jsonb_populate_record(wish, jsonb_build_object('answer',
        coalesce(wish.answer, (select api_order_body(placed) from api_order placed where placed.id = wish.id and not placed.is_test)::jsonb)))
      from unnest(list) wish order by wish.place);
  end if;

  insert into idempotency (user_id, call, key, request_hash, answer, created_at)
  select user_id, case when reference is not null then 'POST /reseller/orders'
    when expires_at is null then 'POST /order/wallet' else 'POST /order/upi' end, key, request_hash, answer, created_at
  from unnest(list) where key is not null;

  -- The wallets are locked and the keys are new, so what `move_money` would look at is known; its triggers look again.
  insert into transfer (key, line, kind, debit, credit, currency, amount, reference, order_id, created_at)
  select 'order:' || wish.id, line.number, 'order', source.id, sales.id, wish.currency, line.amount,
    wish.invoice, wish.id, wish.created_at
  from unnest(list) wish
  cross join lateral (values
    (1, 'wallet:' || wish.user_id, wish.amount),
    (case wish.amount when 0 then 1 else 2 end, 'house:coupons', wish.item_price - wish.amount)
  ) line (number, source, amount)
  join account source on source.address = line.source and source.currency = wish.currency
  join account sales on sales.address = 'house:sales' and sales.currency = wish.currency
  where line.amount > 0 and wish.expires_at is null
  order by wish.place, line.number;

  insert into job (id, name, payload, run_at, attempts_max)
  select gen_random_uuid(), 'send-order-mail', jsonb_build_object('orderId', id, 'news', 'paid'), created_at, 12
  from unnest(list) where role <> 'reseller' and expires_at is null
  union all
  select gen_random_uuid(), 'expire-order', jsonb_build_object('orderId', id), expires_at, 12
  from unnest(list) where expires_at is not null;

  insert into item_sale (item_id, count)
  select item_id, count(*) from unnest(list) where expires_at is null group by item_id;
  if coupons <> '{}' then
    update coupon set use_count = use_count + used.count
    from (select coupon_id, count(*)::int from unnest(list) where coupon_id is not null group by coupon_id) used
    where coupon.id = used.coupon_id;
  end if;
  if counted <> '{}' then
    with taken as (
      update item set quantity = quantity - sales.count
      from (select item_id, count(*)::int from unnest(list) group by item_id) sales
      where item.id = sales.item_id and item.id = any(counted)
      returning quantity
    )
    select bool_or(quantity = 0) into has_sold_out from taken;
  end if;
  if has_sold_out then
    perform pg_notify('content', '');
  end if;
  if has_programs then
    return query select wish.place, null::text, null::bigint, wish.answer from unnest(list) wish where wish.reference is not null;
  end if;
end $$;

