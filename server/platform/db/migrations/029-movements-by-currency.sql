-- Lines of wallets are counted by currency too, for the list that asks for one of them: docs/decisions/014.
alter table posting_count
  add column currency text not null default 'INR' check (currency in ('INR', 'USD')),
  drop constraint posting_count_pkey;
alter table posting_count alter column currency drop default, add primary key (day, currency);

with dollars as (
  select shop_day(created_at) as day, count(*) from posting
  where currency = 'USD' and transfer <= (select max(last) from seal) group by 1
), rupees as (
  update posting_count set count = posting_count.count - dollars.count
  from dollars where posting_count.day = dollars.day
)
insert into posting_count (day, currency, count) select day, 'USD', count from dollars;

drop function posting_days();
create function posting_days(wanted text default null) returns table (day date, count bigint) stable language plpgsql as $$
declare
  sealed bigint := coalesce((select max(last) from seal), 0);
begin
  return query
  select posting_count.day, posting_count.count from posting_count
  where wanted is null or currency = wanted
  union all
  select shop_day(created_at), count(*) from posting
  where transfer > sealed and (wanted is null or currency = wanted) group by 1;
end $$;
