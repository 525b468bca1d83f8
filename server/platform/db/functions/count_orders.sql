-- Counts new orders by day, status and payment, for lists. Each statement adds rows of its own, so
-- that no two wait for each other; a job adds them up. Also tells the back office that orders have
-- changed.
create or replace function count_orders()
returns trigger
language plpgsql
as $$
begin
  insert into order_count
  select shop_day(created_at), status, payment_method, paid_at is not null, count(*)
  from added group by 1, 2, 3, 4;
  perform nextval('updates_of_orders'), nextval('news_orders'); -- the second for nodes of the version before
  return null;
end $$;
