-- Who spent how much in which month of the shop, and what the first ten were given for it: decisions/013.

-- Kept by the triggers below in the transaction of each order. A row is one customer's: no row is shared by all orders.
create table spend (
  period     text collate "C" not null,
  user_id    uuid not null,
  amount     bigint not null,
  reached_at timestamptz not null,
  primary key (period, user_id),
  constraint spend_amount check (amount > 0)
) with (fillfactor = 80);
comment on column spend.period is 'A calendar month of the shop: 2025-10.';
comment on column spend.amount is 'In paise: what was paid for and not given back.';
comment on column spend.reached_at is 'When the latest order that counts was paid: of two with the same amount, the earlier is before the other.';
create index spend_rank on spend (period, amount desc, reached_at, user_id);

-- What the first ten get, from its month on until other prizes are set.
create table prize (
  period        text collate "C" primary key,
  first_prize   bigint not null,
  second_prize  bigint not null,
  third_prize   bigint not null,
  top_ten_prize bigint not null,
  updated_at    timestamptz not null,
  constraint prize_period check (period ~ '^\d{4}-\d{2}$'),
  constraint prize_amounts check (least(first_prize, second_prize, third_prize, top_ten_prize) >= 0)
);

-- A month whose ranking stands for good: no refund changes its spend any more.
create table closed_month (
  period    text collate "C" primary key,
  closed_at timestamptz not null,
  constraint closed_month_period check (period ~ '^\d{4}-\d{2}$')
);

create table winner (
  period  text collate "C" not null references closed_month,
  rank    int not null,
  user_id uuid not null,
  spend   bigint not null,
  prize   bigint not null,
  paid_at timestamptz,
  primary key (period, rank),
  constraint winner_once unique (period, user_id),
  constraint winner_rank check (rank between 1 and 10),
  constraint winner_amounts check (spend > 0 and prize >= 0)
);
comment on column winner.user_id is 'No foreign key: whoever closes a month must not wait for who holds a user.';

-- The same clock as contract/period.ts.
create function shop_month(moment timestamptz) returns text stable parallel safe
  return to_char(moment at time zone interval '5:30', 'YYYY-MM');

-- Until the transaction ends, nobody closes the month; whoever closes it takes the lock for themselves.
create function is_month_open(month text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7365002, replace(month, '-', '')::int);
  return not exists (select from closed_month where period = month);
end $$;

-- Orders that are placed and paid at once, often many in one statement. Whoever places them holds their users' rows.
create function count_placed() returns trigger language plpgsql as $$
begin
  insert into spend (period, user_id, amount, reached_at)
  select shop_month(paid_at), user_id, sum(amount_inr), max(paid_at) from added
  where paid_at is not null and refunded_at is null and amount_inr > 0
    -- The month that runs is open: only what comes late must ask.
    and (shop_month(paid_at) >= shop_month(clock_timestamp()) or is_month_open(shop_month(paid_at)))
  group by 1, 2 order by 2
  on conflict (period, user_id) do update
  set amount = spend.amount + excluded.amount, reached_at = greatest(spend.reached_at, excluded.reached_at);
  return null;
end $$;

create function count_paid() returns trigger language plpgsql as $$
begin
  if is_month_open(shop_month(new.paid_at)) then
    insert into spend (period, user_id, amount, reached_at)
    values (shop_month(new.paid_at), new.user_id, new.amount_inr, new.paid_at)
    on conflict (period, user_id) do update
    set amount = spend.amount + excluded.amount, reached_at = greatest(spend.reached_at, excluded.reached_at);
  end if;
  return null;
end $$;

create function discount_refunded() returns trigger language plpgsql as $$
declare
  month text := shop_month(old.paid_at);
  known spend;
begin
  if not is_month_open(month) then
    return null;
  end if;
  -- Locked first: the statement after it sees what the one before us has done to this customer's orders.
  select * into known from spend where period = month and user_id = old.user_id for update;
  if known.amount > old.amount_inr then
    update spend
    set amount = amount - old.amount_inr,
        reached_at = case when reached_at > old.paid_at then reached_at else coalesce((
          -- Nobody pays for an order that is a month old: so far the index must be read, and no further.
          select max(paid_at) from orders
          where user_id = old.user_id and shop_month(paid_at) = month
            and created_at between old.paid_at - interval '62 days' and old.paid_at + interval '1 day'
            and refunded_at is null and amount_inr > 0), reached_at) end
    where period = month and user_id = old.user_id;
  else
    delete from spend where period = month and user_id = old.user_id;
  end if;
  return null;
end $$;

create trigger count_placed after insert on orders
  referencing new table as added for each statement execute function count_placed();
-- These at the end of the transaction: the row of `spend` is the last that it locks, so nobody waits in a circle.
create constraint trigger count_paid after update of paid_at on orders deferrable initially deferred for each row
  when (old.paid_at is null and new.paid_at is not null and new.refunded_at is null and new.amount_inr > 0)
  execute function count_paid();
create constraint trigger discount_refunded after update of refunded_at on orders deferrable initially deferred for each row
  when (old.paid_at is not null and old.refunded_at is null and new.refunded_at is not null and new.amount_inr > 0)
  execute function discount_refunded();
