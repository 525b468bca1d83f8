-- Counts new payments by day, gateway, purpose and state, for lists. Works like `count_orders`.
create or replace function count_payments()
returns trigger
language plpgsql
as $$
begin
  insert into payment_count
  select shop_day(created_at), gateway, purpose, state, count(*)
  from added group by 1, 2, 3, 4;
  return null;
end $$;
