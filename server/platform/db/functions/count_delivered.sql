-- Adds a delivered order to what its customer spent in the month of the delivery. A closed month
-- stays as it is.
create or replace function count_delivered()
returns trigger
language plpgsql
as $$
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
