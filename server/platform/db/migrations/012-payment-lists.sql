-- The administrators' list of payments: docs/decisions/014.

create index payment_by_kind on payment (gateway, purpose, state, created_at, id);

-- Payments of a day by what the list filters on, as `order_count` is for orders.
create table payment_count (
  day     date not null,
  gateway text not null,
  purpose text not null,
  state   text not null,
  count   bigint not null
);

create function count_payments() returns trigger language plpgsql as $$
begin
  insert into payment_count
  select shop_day(created_at), gateway, purpose, state, count(*) from added group by 1, 2, 3, 4;
  return null;
end $$;

create function recount_payments() returns trigger language plpgsql as $$
begin
  insert into payment_count
  select shop_day(created_at), gateway, purpose, state, sum(change)
  from (select *, 1 as change from added union all select *, -1 from removed) changed
  group by 1, 2, 3, 4 having sum(change) <> 0;
  return null;
end $$;

create trigger count_payments after insert on payment
  referencing new table as added for each statement execute function count_payments();
create trigger recount_payments after update on payment
  referencing new table as added old table as removed for each statement execute function recount_payments();

insert into payment_count
select shop_day(created_at), gateway, purpose, state, count(*) from payment group by 1, 2, 3, 4;
