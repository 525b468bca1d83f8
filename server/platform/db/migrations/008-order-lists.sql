-- What lists say of how many there are, and where in time a page of them lies, without counting millions of rows.

-- As contract/period.ts has it.
create function shop_day(moment timestamptz) returns date immutable parallel safe
  return (moment at time zone 'Asia/Kolkata')::date;

create function shop_day_start(day date) returns timestamptz immutable parallel safe
  return day::timestamp at time zone 'Asia/Kolkata';

-- Orders of a day by what lists filter on. Each statement that writes orders adds lines of its own, so no two wait for
-- each other; a job adds up what belongs together. A sum is right at every moment.
create table order_count (
  day            date not null,
  status         text not null,
  payment_method text not null,
  is_paid        boolean not null,
  count          bigint not null
);

create function count_orders() returns trigger language plpgsql as $$
begin
  insert into order_count
  select shop_day(created_at), status, payment_method, paid_at is not null, count(*)
  from added group by 1, 2, 3, 4;
  return null;
end $$;

create function recount_orders() returns trigger language plpgsql as $$
begin
  insert into order_count
  select shop_day(created_at), status, payment_method, paid_at is not null, sum(change)
  from (select *, 1 as change from added union all select *, -1 from removed) changed
  group by 1, 2, 3, 4 having sum(change) <> 0;
  return null;
end $$;

create trigger count_orders after insert on orders
  referencing new table as added for each statement execute function count_orders();
create trigger recount_orders after update on orders
  referencing new table as added old table as removed for each statement execute function recount_orders();

insert into order_count
select shop_day(created_at), status, payment_method, paid_at is not null, count(*) from orders group by 1, 2, 3, 4;

-- Lines of wallets by day, up to the last seal: what is sealed stays as it is.
create table posting_count (
  day   date primary key,
  count bigint not null
);
insert into posting_count
select shop_day(created_at), count(*) from posting
where transfer <= (select max(last) from seal) group by 1;

-- One moment of both, which is the caller's. In two steps, so that the few that are not sealed yet are found by their index.
create function posting_days() returns table (day date, count bigint) stable language plpgsql as $$
declare
  sealed bigint := coalesce((select max(last) from seal), 0);
begin
  return query
  select posting_count.day, posting_count.count from posting_count
  union all
  select shop_day(created_at), count(*) from posting where transfer > sealed group by 1;
end $$;
