-- Corrects the counts of `count_payments` when payments change.
create or replace function recount_payments()
returns trigger
language plpgsql
as $$
begin
  insert into payment_count
  select shop_day(created_at), gateway, purpose, state, sum(change)
  from (select *, 1 as change from added union all select *, -1 from removed) changed
  group by 1, 2, 3, 4 having sum(change) <> 0;
  return null;
end $$;
