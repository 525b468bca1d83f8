-- Places orders, many in one statement: docs/decisions/012. It takes all locks first, then checks
-- each order with the locks in hand, and writes those that pass. A refused order has written
-- nothing. An order with `expires_at` is unpaid: it moves no money and stays pending. An order with
-- a `reference` comes from an API client. It names its player itself, may have the price of a
-- quote, and its answer is the order as API clients read it.
create or replace function place_orders(wishes jsonb)
returns table (place int, code text, detail bigint, answer jsonb)
language plpgsql
-- Fixes one plan that looks each row up. Tables grow under it, and another plan would read them whole.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
as $$
#variable_conflict use_column
declare
  list order_request[] := array(
    select request from jsonb_populate_recordset(null::order_request, wishes) request order by request.place);
  people uuid[] := array(select distinct user_id from unnest(list));
  coupons uuid[] := array(select distinct coupon_id from unnest(list) where coupon_id is not null);
  links uuid[] := array(select distinct pay_link from unnest(list) where pay_link is not null);
  paying uuid[] := '{}'; -- links of accepted orders
  fact record;
  twin order_request; -- an accepted order of the same request
  namesake order_request; -- an accepted order with the same reference
  accepted int[] := '{}';
  keys text[] := '{}';
  refs text[] := '{}'; -- the reference of each accepted order
  quotes uuid[] := '{}';
  wallets bigint[] := '{}'; spent bigint[] := '{}'; wallet_at int;
  uses int[] := '{}'; coupon_at int;
  own_uses text[] := '{}'; -- person and coupon of each accepted order that uses one
  buyers uuid[] := '{}'; -- people with an accepted order that is paid
  first_timers uuid[] := '{}'; -- people with an accepted order that uses a coupon for first orders
  items uuid[] := '{}'; sold int[] := '{}'; item_at int;
  locked uuid[] := '{}'; locked_sums bigint[] := '{}'; -- accepted orders of people with a spending lock
  waiting uuid[] := '{}'; -- people with an accepted order that is unpaid
  counted uuid[]; -- packs with a limited stock
  has_sold_out boolean;
  has_references boolean := false;
  payments ledger_line[];
begin
  perform from users where id = any(people) order by id for no key update;
  perform from account where user_id = any(people) order by id for no key update;
  if coupons <> '{}' then
    perform from coupon where id = any(coupons) order by id for no key update;
  end if;
  if links <> '{}' then
    perform from pay_link where id = any(links) order by id for no key update;
  end if;
  counted := array(
    select id from item
    where id = any(array(select distinct item_id from unnest(list))) and quantity is not null
    order by id for no key update);

  for fact in
    select request.place, request.user_id, request.role, request.key, asked.call, request.request_hash,
      request.amount, request.amount_inr, request.created_at, request.price_inr, request.item_id, request.coupon_id,
      request.expires_at is not null as is_pending,
      person.role as true_role, person.deleted_at is null and not person.is_blocked as may_buy,
      known.request_hash as known_hash, known.answer as known_answer,
      request.reference, request.quote, request.pay_link,
      case when request.pay_link is not null then (
        select case
          when link.ended_at is not null or link.expires_at <= request.created_at then 'PAY_LINK_OVER'
          when link.item_id <> request.item_id or link.player_id is not null
            and (link.player_id, link.zone_id) is distinct from (player.player_id, player.zone_id)
            then 'PAY_LINK_OTHER'
          when exists (
            select from orders held
            where held.pay_link = link.id and held.status in ('pending', 'processing', 'completed'))
            then 'PAY_LINK_USED'
          else '' end
        from pay_link link where link.id = request.pay_link) end as link_refusal,
      known_order.order_id as known_order, known_order.request_hash as known_order_hash,
      quote.id is not null as has_quote, quote.used_by is not null as is_quote_used,
      quote.expires_at <= request.created_at as is_quote_over,
      (quote.item_id, quote.currency) is distinct from (request.item_id, request.currency) as is_quote_other,
      item.cost_price > request.price_inr
        and coalesce(item.reseller_price, item.selling_price) > request.price_inr as is_below_cost,
      item.game_id is not distinct from request.game_id and item.deleted_at is null and game.deleted_at is null
        as is_sold,
      item.is_available and game.is_available as is_available, item.quantity,
      case when request.quote is not null then quote.price_inr
        when person.role = 'reseller' then coalesce(item.reseller_price, item.selling_price)
        else item.selling_price end = request.price_inr as has_price,
      case when request.quote is not null then request.rate is not distinct from quote.rate
        else request.rate is null or request.rate = (
            select case when is_offered then per_rupee end from exchange_rate
            where exchange_rate.currency = request.currency order by number desc limit 1) end as has_rate,
      request.reference is not null or player.user_id = request.user_id and player.game_id = request.game_id
        as has_player,
      coalesce(request.is_confirmed, player.confirmed_at is not null) or not game.is_validation_required
        as is_confirmed,
      date_trunc('milliseconds', coupon.updated_at) = request.coupon_updated_at as has_coupon,
      coupon.is_active and coupon.deleted_at is null and coupon.price_min <= request.price_inr
        and (coupon.expires_at is null or coupon.expires_at > request.created_at)
        and person.role = any(coupon.roles)
        -- Each purchase without an account is a new guest, so a limit for one person would not limit them.
        and not (person.is_guest and (coupon.use_max_each is not null or coupon.is_first_order_only))
        -- A pack of unknown cost has no margin that could be proven.
        and (coupon.margin_min is null or coalesce(
          greatest(request.price_inr - coupon.discount, 0) * 10000 >= item.cost_price * (10000 + coupon.margin_min),
          false))
        as is_usable,
      coupon.use_max - coupon.use_count as uses_left,
      case when coupon.use_max_each is not null then coupon.use_max_each - (
        select count(*) from orders used
        where used.user_id = request.user_id and used.coupon_id = request.coupon_id
          and used.status in ('pending', 'processing', 'completed')) end as own_uses_left,
      coupon.is_first_order_only,
      -- An unpaid order holds the discount for first orders too. Otherwise two of them could both be paid with it.
      case when coupon.is_first_order_only then
        exists (select from orders bought
          where bought.user_id = request.user_id and bought.paid_at is not null and bought.refunded_at is null)
        or exists (
          select from (
            -- offset 0 keeps the planner from walking all unpaid orders by their coupons.
            select coupon_id from orders where user_id = request.user_id and status = 'pending' offset 0
          ) held
          join coupon held_coupon on held_coupon.id = held.coupon_id and held_coupon.is_first_order_only)
        end as has_ordered,
      case when request.expires_at is not null then
        (select count(*) from orders where user_id = request.user_id and status = 'pending') end as pending,
      coalesce(case when person.is_email_verified or person.is_phone_verified then request.unpaid_max
        else request.unproven_unpaid_max end, 0) as pending_max,
      -- Orders of API clients and of files were allowed when their key was made or their file was sent.
      case when request.expires_at is null and request.reference is null and request.is_proven is not true
        then person.spending_lock end as spending_lock,
      wallet.id as wallet,
      coalesce((select balance from posting where account_id = wallet.id order by sequence desc limit 1), 0)
        - held_in(request.user_id, request.currency) as balance
    from unnest(list) request
    cross join lateral (
      select case when request.reference is not null then 'POST /reseller/orders'
        when request.expires_at is null then 'POST /order/wallet' else 'POST /order/upi' end as call
    ) asked
    left join users person on person.id = request.user_id
    left join item on item.id = request.item_id
    left join game on game.id = request.game_id
    left join player on player.id = request.saved_player
    left join coupon on coupon.id = request.coupon_id
    left join api_quote quote on quote.id = request.quote and quote.user_id = request.user_id and not quote.is_test
    left join reseller_order known_order
      on known_order.user_id = request.user_id and known_order.reference = request.reference
    left join account wallet on wallet.address = 'wallet:' || request.user_id and wallet.currency = request.currency
    left join lateral (
      select request_hash, answer from idempotency
      where user_id = request.user_id and idempotency.call = asked.call and key = request.key limit 1
    ) known on true
    order by request.place
  loop
    twin := case when fact.key is not null
      then list[accepted[array_position(keys, fact.user_id || ' ' || fact.call || ' ' || fact.key)]] end;
    namesake := case when fact.reference is not null
      then list[accepted[array_position(refs, fact.user_id || ' ' || fact.reference)]] end;
    wallet_at := coalesce(array_position(wallets, fact.wallet), cardinality(wallets) + 1);
    item_at := coalesce(array_position(items, fact.item_id), cardinality(items) + 1);
    coupon_at := array_position(coupons, fact.coupon_id);
    place := fact.place;
    answer := null;
    detail := null;
    code := case
      when fact.may_buy is not true then 'NOT_SIGNED_IN'
      when fact.known_hash is null and twin.request_hash = fact.request_hash and fact.reference is not null
        then 'KNOWN_ORDER'
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
      when fact.quantity is not null and fact.item_id <> all(counted) then 'STALE' -- its stock was just limited
      when fact.coupon_id is not null and fact.has_coupon is not true then 'COUPON_STALE'
      when not fact.is_usable or fact.uses_left <= coalesce(uses[coupon_at], 0)
        or fact.own_uses_left <= cardinality(array_positions(own_uses, fact.user_id || ' ' || fact.coupon_id))
        or (fact.is_first_order_only and (fact.has_ordered or fact.user_id = any(buyers || first_timers)))
        then 'COUPON_NOT_USABLE'
      when fact.pay_link is not null and fact.link_refusal is null then 'PAY_LINK_WRONG'
      when fact.link_refusal <> '' then fact.link_refusal
      when fact.pay_link = any(paying) then 'PAY_LINK_USED'
      when fact.quantity <= coalesce(sold[item_at], 0) then 'OUT_OF_STOCK'
      when not fact.is_pending and fact.amount > fact.balance - coalesce(spent[wallet_at], 0)
        then 'BALANCE_TOO_LOW'
      when fact.spending_lock is not null and fact.spending_lock < fact.amount_inr
        + (select coalesce(sum(amount_inr), 0) from orders
          where user_id = fact.user_id and payment_method = 'wallet' and refunded_at is null
            and created_at > fact.created_at - interval '24 hours')
        + (select coalesce(sum(sum), 0) from unnest(locked, locked_sums) one (person, sum)
          where person = fact.user_id)
        then 'PASSWORD_NEEDED'
      when fact.is_pending and fact.pending + cardinality(array_positions(waiting, fact.user_id)) >= fact.pending_max
        then 'TOO_MANY_OPEN_ORDERS'
    end;
    if code is null then
      accepted := accepted || fact.place;
      keys := keys || (fact.user_id || ' ' || fact.call || ' ' || fact.key);
      refs := refs || (fact.user_id || ' ' || fact.reference);
      quotes := quotes || fact.quote;
      paying := paying || fact.pay_link;
      has_references := has_references or fact.reference is not null;
      if fact.is_pending then
        waiting := waiting || fact.user_id;
      else
        buyers := buyers || fact.user_id;
        if fact.wallet is not null then
          wallets[wallet_at] := fact.wallet;
          spent[wallet_at] := coalesce(spent[wallet_at], 0) + fact.amount;
        end if;
        if fact.spending_lock is not null then
          locked := locked || fact.user_id;
          locked_sums := locked_sums || fact.amount_inr;
        end if;
      end if;
      items[item_at] := fact.item_id;
      sold[item_at] := coalesce(sold[item_at], 0) + 1;
      if coupon_at is not null then
        uses[coupon_at] := coalesce(uses[coupon_at], 0) + 1;
        own_uses := own_uses || (fact.user_id || ' ' || fact.coupon_id);
        if fact.is_first_order_only then
          first_timers := first_timers || fact.user_id;
        end if;
      end if;
    elsif code in ('KNOWN_ORDER', 'REFERENCE_USED') then
      answer := jsonb_build_object('orderId', coalesce(fact.known_order, namesake.id, twin.id));
    elsif code = 'KNOWN' then
      code := null;
      answer := coalesce(fact.known_answer, twin.answer);
    elsif code = 'BALANCE_TOO_LOW' then
      detail := fact.amount - fact.balance + coalesce(spent[wallet_at], 0);
    elsif code = 'TOO_MANY_OPEN_ORDERS' then
      detail := fact.pending_max;
    end if;
    if code is not null or answer is not null or fact.reference is null then
      return next; -- an accepted order of an API client is returned once it is written
    end if;
  end loop;
  if accepted = '{}' then
    return;
  end if;

  list := array(select request from unnest(list) request where request.place = any(accepted));
  insert into orders (id, invoice, user_id, status, game_id, item_id, saved_player, player_id, zone_id, player_name,
    currency, item_price, amount, price_inr, discount_inr, amount_inr, cost_inr, rate, coupon_id, coupon_code,
    takes_stock, payment_method, created_at, paid_at, expires_at, game_name, item_name, channel, buyer_address,
    buyer_network, buyer_device, pay_link)
  select request.id, invoice, request.user_id, case when expires_at is null then 'processing' else 'pending' end,
    request.game_id, request.item_id, coalesce(saved_player, request.id), coalesce(request.player_id, player.player_id),
    coalesce(request.zone_id, player.zone_id), coalesce(request.player_name, player.name),
    currency, item_price, amount, price_inr, discount_inr, amount_inr, cost_price, rate, coupon_id, coupon_code,
    request.item_id = any(counted), case when expires_at is null then 'wallet' else 'upi' end, request.created_at,
    case when expires_at is null then request.created_at end, expires_at, game.name, item.name,
    case when request.reference is not null then 'api' end, request.buyer_address,
    request.buyer_network, request.buyer_device, request.pay_link
  from unnest(list) request
  join item on item.id = request.item_id
  join game on game.id = request.game_id
  left join player on player.id = request.saved_player;

  insert into order_gift (order_id, email, message)
  select id, gift_email, coalesce(gift_message, '') from unnest(list) where gift_email is not null;

  if has_references then
    insert into reseller_order (order_id, user_id, reference, request_hash, api_key_id, via)
    select id, user_id, reference, request_hash, api_key, coalesce(via, '{}') from unnest(list) where reference is not null;
    update api_quote set used_by = request.id from unnest(list) request where api_quote.id = request.quote;
    list := array(
      select jsonb_populate_record(request, jsonb_build_object('answer', coalesce(request.answer, (
        select api_order_body(placed) from api_order placed
        where placed.id = request.id and not placed.is_test)::jsonb)))
      from unnest(list) request order by request.place);
  end if;

  insert into idempotency (user_id, call, key, request_hash, answer, created_at)
  select user_id, case when reference is not null then 'POST /reseller/orders'
    when expires_at is null then 'POST /order/wallet' else 'POST /order/upi' end, key, request_hash, answer, created_at
  from unnest(list) where key is not null;

  -- Posted directly and not by `move_money`: wallets are locked already, and a key of a new order is new.
  payments := array(
    select ('order:' || request.id, line.line, 'order', source.id, target.id, request.currency, line.amount,
      request.invoice, request.id, request.created_at)::ledger_line
    from unnest(list) request
    cross join lateral order_lines('wallet:' || request.user_id, request.amount, request.item_price, false) line
    left join account source on source.address = line.source and source.currency = request.currency
    left join account target on target.address = line.target and target.currency = request.currency
    where request.expires_at is null
    order by request.place, line.line);
  if post_lines(payments) <> cardinality(payments) then
    raise exception 'An order has moved money before'
      using errcode = 'unique_violation', constraint = 'transfer_key';
  end if;

  perform enqueue_job(
    'send-order-mail', array_agg(jsonb_build_object('orderId', id, 'news', 'paid')), array_agg(created_at))
  from unnest(list) where role <> 'reseller' and expires_at is null;
  perform enqueue_job('expire-order', array_agg(jsonb_build_object('orderId', id)), array_agg(expires_at))
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
  if has_references then
    return query
    select request.place, null::text, null::bigint, request.answer
    from unnest(list) request where request.reference is not null;
  end if;
end $$;
