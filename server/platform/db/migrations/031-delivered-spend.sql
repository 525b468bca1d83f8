-- The leaderboard ranks delivered orders by the month of their delivery: docs/decisions/013.

-- First, as in every transaction that counts: whoever changes an order then waits before it holds a row of `spend`.
lock table orders in share row exclusive mode;

alter table spend add column refunded bigint not null default 0;
comment on column spend.amount is 'In paise: delivered in the month and not refunded before the month was closed.';
comment on column spend.reached_at is 'When the latest order that counts was delivered: of two with the same amount, the earlier is before the other.';
comment on column spend.refunded is 'In paise: refunded after the month was closed. It lowers no place, only a prize that is not paid yet.';

create function count_delivered() returns trigger language plpgsql as $$
declare
  month text := shop_month(new.ended_at);
begin
  if is_month_open(month) then
    insert into spend (period, user_id, amount, reached_at)
    values (month, new.user_id, new.amount_inr, new.ended_at)
    on conflict (period, user_id) do update
    set amount = spend.amount + excluded.amount, reached_at = greatest(spend.reached_at, excluded.reached_at);
  end if;
  return null;
end $$;

create or replace function discount_refunded() returns trigger language plpgsql as $$
declare
  month text := shop_month(old.ended_at);
  known spend;
begin
  if old.status <> 'completed' then
    return null; -- never delivered, so never counted
  end if;
  if not is_month_open(month) then
    update spend set refunded = refunded + old.amount_inr where period = month and user_id = old.user_id;
    return null;
  end if;
  -- Locked first: the statement after it sees what the one before us has done to this customer's orders.
  select * into known from spend where period = month and user_id = old.user_id for update;
  if known.amount > old.amount_inr then
    update spend
    set amount = amount - old.amount_inr,
        reached_at = case when reached_at > old.ended_at then reached_at else coalesce((
          -- Hardly any order takes two months to be delivered: so far the index must be read, and no further.
          select max(ended_at) from orders
          where user_id = old.user_id and status = 'completed' and amount_inr > 0 and shop_month(ended_at) = month
            and created_at between old.ended_at - interval '93 days' and old.ended_at + interval '32 days'), reached_at) end
    where period = month and user_id = old.user_id;
  else
    delete from spend where period = month and user_id = old.user_id;
  end if;
  return null;
end $$;

-- At the end of the transaction, as discount_refunded: the row of `spend` is the last that it locks.
create constraint trigger count_delivered after update of status on orders deferrable initially deferred for each row
  when (old.status <> 'completed' and new.status = 'completed' and new.amount_inr > 0)
  execute function count_delivered();

-- Paid orders count no more. The triggers go in the next migration: dropping them here would keep readers out for long.
create or replace function count_placed() returns trigger language plpgsql as $$ begin return null; end $$;
create or replace function count_paid() returns trigger language plpgsql as $$ begin return null; end $$;

-- Months that are not closed yet are counted anew. Closed ones stay as they are.
delete from spend where period > coalesce((select max(period) from closed_month), '');
insert into spend (period, user_id, amount, reached_at)
select shop_month(ended_at), user_id, sum(amount_inr), max(ended_at) from orders
where status = 'completed' and amount_inr > 0 and ended_at >= coalesce((
  select ((max(period) || '-01')::timestamp + interval '1 month') at time zone interval '5:30' from closed_month), '-infinity')
group by 1, 2;
