-- Corrects the counts of `count_orders` when orders change.
create or replace function recount_orders()
returns trigger
language plpgsql
as $$
begin
  insert into order_count
  select shop_day(created_at), status, payment_method, paid_at is not null, sum(change)
  from (select *, 1 as change from added union all select *, -1 from removed) changed
  group by 1, 2, 3, 4 having sum(change) <> 0;
  perform nextval('updates_of_orders'), nextval('news_orders'); -- the second for nodes of the version before
  return null;
end $$;
