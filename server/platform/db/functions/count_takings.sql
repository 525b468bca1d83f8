-- Adds new orders to revenue and profit of the day they were paid. Works like `count_orders`.
create or replace function count_takings()
returns trigger
language plpgsql
as $$
begin
  insert into takings
  select shop_day(paid_at), sum(amount_inr), coalesce(sum(amount_inr - cost_inr), 0), count(*),
    count(*) filter (where cost_inr is null)
  from added where paid_at is not null and refunded_at is null group by 1;
  return null;
end $$;
