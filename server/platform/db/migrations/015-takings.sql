-- What customers paid, and what of it is left after the packs' cost, by day of the shop: docs/decisions/021.

-- Of orders that are paid and not given back, on the day they were paid. As with order_count, each statement that writes
-- orders adds lines of its own, so no two wait for each other; a job adds up what belongs together.
create table takings (
  day            date not null,
  revenue        bigint not null,
  profit         bigint not null,
  orders         bigint not null,
  uncosted       bigint not null
);
comment on column takings.revenue is 'In paise, after coupons.';
comment on column takings.profit is 'Revenue less cost, of orders whose cost is known.';
comment on column takings.uncosted is 'How many of the orders had a pack whose cost nobody had said.';

create function count_takings() returns trigger language plpgsql as $$
begin
  insert into takings
  select shop_day(paid_at), sum(amount_inr), coalesce(sum(amount_inr - cost_inr), 0), count(*),
    count(*) filter (where cost_inr is null)
  from added where paid_at is not null and refunded_at is null group by 1;
  return null;
end $$;

create function recount_takings() returns trigger language plpgsql as $$
begin
  insert into takings
  select day, sum(amount_inr * change), coalesce(sum((amount_inr - cost_inr) * change), 0), sum(change),
    coalesce(sum(change) filter (where cost_inr is null), 0)
  from (
    select shop_day(paid_at) as day, amount_inr, cost_inr, 1 as change from added
    where paid_at is not null and refunded_at is null
    union all
    select shop_day(paid_at), amount_inr, cost_inr, -1 from removed
    where paid_at is not null and refunded_at is null
  ) changed
  group by day
  having sum(amount_inr * change) <> 0 or sum((amount_inr - cost_inr) * change) <> 0 or sum(change) <> 0
    or sum(change) filter (where cost_inr is null) <> 0;
  return null;
end $$;

create trigger count_takings after insert on orders
  referencing new table as added for each statement execute function count_takings();
create trigger recount_takings after update on orders
  referencing new table as added old table as removed for each statement execute function recount_takings();

insert into takings
select shop_day(paid_at), sum(amount_inr), coalesce(sum(amount_inr - cost_inr), 0), count(*),
  count(*) filter (where cost_inr is null)
from orders where paid_at is not null and refunded_at is null group by 1;
