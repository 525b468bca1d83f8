-- Placing orders that are paid from a wallet, many in one statement: docs/decisions/012.

-- An order as the server has worked it out. Whether all of it still holds, `place_orders` looks with the locks in hand.
create type order_wish as (
  place         int,
  id            uuid,
  invoice       text,
  user_id       uuid,
  role          text,
  key           text,
  request_hash  bytea,
  answer        jsonb,
  game_id       uuid,
  item_id       uuid,
  saved_player  uuid,
  currency      text,
  item_price    bigint,
  amount        bigint,
  price_inr     bigint,
  discount_inr  bigint,
  amount_inr    bigint,
  rate          numeric,
  coupon_id     uuid,
  coupon_code   text,
  coupon_updated_at timestamptz,
  created_at    timestamptz
);

-- Sold since the counts were last added to the items. Only ever added to: orders of one item do not wait for each other.
create table item_sale (
  item_id uuid not null,
  count   int not null
);

-- Their rows are written again and again, in places that no index knows.
alter table item set (fillfactor = 70);
alter table coupon set (fillfactor = 70);

-- Places the orders that can be placed and says of each other one why not; never half of one. All locks are taken first,
-- each kind in one order, so batches never wait in a circle; then all is looked at, and only then written. What an
-- earlier order of the batch takes is counted against the later ones.
create function place_orders(wishes jsonb)
returns table (place int, code text, detail bigint, answer jsonb)
language plpgsql
  -- One plan for good, which looks each row up: tables grow under it, and another would read them whole.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
as $$
#variable_conflict use_column
declare
  list order_wish[] := array(select wish from jsonb_populate_recordset(null::order_wish, wishes) wish order by wish.place);
  people uuid[] := array(select distinct user_id from unnest(list));
  coupons uuid[] := array(select distinct coupon_id from unnest(list) where coupon_id is not null);
  fact record;
  twin order_wish;
  accepted int[] := '{}';
  keys text[] := '{}';
  wallets bigint[] := '{}'; spent bigint[] := '{}'; wallet_at int;
  uses int[] := '{}'; coupon_at int;
  items uuid[] := '{}'; sold int[] := '{}'; item_at int;
  has_counted boolean;
  has_sold_out boolean;
begin
  perform from users where id = any(people) order by id for no key update;
  perform from account where user_id = any(people) order by id for no key update;
  if coupons <> '{}' then
    perform from coupon where id = any(coupons) order by id for no key update;
  end if;
  perform from item where id = any(array(select distinct item_id from unnest(list))) and quantity is not null
  order by id for no key update;
  has_counted := found;

  for fact in
    select wish.place, wish.user_id, wish.role, wish.key, wish.request_hash, wish.amount, wish.price_inr,
      wish.item_id, wish.coupon_id,
      person.role as true_role, person.deleted_at is null and not person.is_blocked as may_buy,
      known.request_hash as known_hash, known.answer as known_answer,
      item.game_id is not distinct from wish.game_id and item.deleted_at is null and game.deleted_at is null as is_sold,
      item.is_available and game.is_available as is_available, item.quantity,
      case person.role when 'reseller' then coalesce(item.reseller_price, item.selling_price)
        else item.selling_price end = wish.price_inr as has_price,
      wish.rate is null or wish.rate = (select usd from rate order by number desc limit 1) as has_rate,
      player.user_id = wish.user_id and player.game_id = wish.game_id as has_player,
      player.confirmed_at is not null or not game.is_validation_required as is_confirmed,
      date_trunc('milliseconds', coupon.updated_at) = wish.coupon_updated_at as has_coupon,
      coupon.is_active and coupon.deleted_at is null and coupon.price_min <= wish.price_inr
        and (coupon.expires_at is null or coupon.expires_at > wish.created_at) as is_usable,
      coupon.use_max - coupon.use_count as uses_left,
      wallet.id as wallet,
      coalesce((select balance from posting where account_id = wallet.id order by sequence desc limit 1), 0) as balance
    from unnest(list) wish
    left join users person on person.id = wish.user_id
    left join item on item.id = wish.item_id
    left join game on game.id = wish.game_id
    left join player on player.id = wish.saved_player
    left join coupon on coupon.id = wish.coupon_id
    left join account wallet on wallet.address = 'wallet:' || wish.user_id and wallet.currency = wish.currency
    left join lateral (
      select request_hash, answer from idempotency
      where user_id = wish.user_id and call = 'POST /order/wallet' and key = wish.key limit 1
    ) known on true
    order by wish.place
  loop
    twin := case when fact.key is not null then list[accepted[array_position(keys, fact.user_id || ' ' || fact.key)]] end;
    wallet_at := coalesce(array_position(wallets, fact.wallet), cardinality(wallets) + 1);
    item_at := coalesce(array_position(items, fact.item_id), cardinality(items) + 1);
    coupon_at := array_position(coupons, fact.coupon_id);
    place := fact.place;
    answer := null;
    detail := null;
    code := case
      when fact.may_buy is not true then 'NOT_SIGNED_IN'
      when coalesce(fact.known_hash, twin.request_hash) = fact.request_hash then 'KNOWN'
      when coalesce(fact.known_hash, twin.request_hash) is not null then 'IDEMPOTENCY_KEY_REUSED'
      when fact.true_role <> fact.role then 'PRICE_CHANGED'
      when fact.is_sold is not true then 'NO_SUCH_ITEM'
      when not fact.is_available then 'NOT_AVAILABLE'
      when fact.has_player is not true then 'NO_SUCH_GAME_DETAIL'
      when not fact.is_confirmed then 'PLAYER_UNCONFIRMED'
      when not (fact.has_price and fact.has_rate) then 'STALE'
      when fact.coupon_id is not null and fact.has_coupon is not true then 'COUPON_STALE'
      when not fact.is_usable or fact.uses_left <= coalesce(uses[coupon_at], 0) then 'COUPON_NOT_USABLE'
      when fact.quantity <= coalesce(sold[item_at], 0) then 'OUT_OF_STOCK'
      when fact.amount > fact.balance - coalesce(spent[wallet_at], 0) then 'BALANCE_TOO_LOW'
    end;
    if code is null then
      accepted := accepted || fact.place;
      keys := keys || (fact.user_id || ' ' || fact.key);
      if fact.wallet is not null then
        wallets[wallet_at] := fact.wallet;
        spent[wallet_at] := coalesce(spent[wallet_at], 0) + fact.amount;
      end if;
      items[item_at] := fact.item_id;
      sold[item_at] := coalesce(sold[item_at], 0) + 1;
      if coupon_at is not null then
        uses[coupon_at] := coalesce(uses[coupon_at], 0) + 1;
      end if;
    elsif code = 'KNOWN' then
      code := null;
      answer := coalesce(fact.known_answer, twin.answer);
    elsif code = 'BALANCE_TOO_LOW' then
      detail := fact.amount - fact.balance + coalesce(spent[wallet_at], 0);
    end if;
    return next;
  end loop;
  if accepted = '{}' then
    return;
  end if;

  list := array(select wish from unnest(list) wish where wish.place = any(accepted));
  insert into idempotency (user_id, call, key, request_hash, answer, created_at)
  select user_id, 'POST /order/wallet', key, request_hash, answer, created_at from unnest(list) where key is not null;

  insert into orders (id, invoice, user_id, status, game_id, item_id, saved_player, player_id, zone_id, player_name,
    currency, item_price, amount, price_inr, discount_inr, amount_inr, cost_inr, rate, coupon_id, coupon_code,
    takes_stock, payment_method, created_at, paid_at, game_name, item_name)
  select wish.id, invoice, wish.user_id, 'processing', wish.game_id, wish.item_id, saved_player, player.player_id, zone_id,
    player.name, currency, item_price, amount, price_inr, discount_inr, amount_inr, cost_price, rate, coupon_id,
    coupon_code, item.quantity is not null, 'wallet', wish.created_at, wish.created_at, game.name, item.name
  from unnest(list) wish
  join item on item.id = wish.item_id
  join game on game.id = wish.game_id
  join player on player.id = wish.saved_player;

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
  where line.amount > 0
  order by wish.place, line.number;

  insert into job (id, name, payload, run_at, attempts_max)
  select gen_random_uuid(), 'send-order-mail', jsonb_build_object('orderId', id, 'news', 'paid'), created_at, 12
  from unnest(list) where role <> 'reseller';

  insert into item_sale (item_id, count) select item_id, count(*) from unnest(list) group by item_id;
  if coupons <> '{}' then
    update coupon set use_count = use_count + used.count
    from (select coupon_id, count(*)::int from unnest(list) where coupon_id is not null group by coupon_id) used
    where coupon.id = used.coupon_id;
  end if;
  if has_counted then
    with taken as (
      update item set quantity = quantity - sales.count
      from (select item_id, count(*)::int from unnest(list) group by item_id) sales
      where item.id = sales.item_id and quantity is not null
      returning quantity
    )
    select bool_or(quantity = 0) into has_sold_out from taken;
  end if;
  if has_sold_out then
    perform pg_notify('content', '');
  end if;
end $$;

-- What an order took and its end gives back: stock, the use of its coupon, its place in the count of purchases. Its
-- caller holds the order's row, ends it in the same transaction, and has locked the wallet before: money goes first.
create function take_back_order(ended orders) returns void language plpgsql as $$
declare
  stock int;
begin
  if ended.coupon_id is not null then
    update coupon set use_count = greatest(use_count - 1, 0) where id = ended.coupon_id;
  end if;
  if ended.takes_stock then
    update item set quantity = quantity + 1 where id = ended.item_id and quantity is not null
    returning quantity into stock;
  end if;
  if ended.paid_at is not null then
    insert into item_sale (item_id, count) values (ended.item_id, -1);
  end if;
  if stock = 1 then
    perform pg_notify('content', ''); -- it can be bought again
  end if;
end $$;

-- Adds what was sold to the counts that the catalogue shows. False when nothing was.
create function count_purchases() returns boolean language plpgsql as $$
declare
  items uuid[] := array(select distinct item_id from item_sale);
  has_counted boolean;
begin
  perform from item where id = any(items) order by id for no key update;
  with gone as (
    delete from item_sale where item_id = any(items) returning item_id, count
  ), sums as (
    select item_id, sum(count)::int as count from gone group by item_id
  ), counted as (
    update item set purchase_count = purchase_count + sums.count from sums where item.id = sums.item_id returning 1
  )
  select exists (select from counted) into has_counted;
  return has_counted;
end $$;
