-- Records an event when an API client's order changes. It runs at the end of the transaction, when
-- the order is final.
create or replace function tell_api_order()
returns trigger
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
as $$
declare
  placed api_order;
  has_moved boolean := tg_op = 'INSERT';
begin
  select * into placed from api_order where id = new.id and not is_test;
  if tg_op = 'UPDATE' then
    has_moved := placed.status <> old.status;
  end if;
  perform record_webhook_event(
    placed.user_id, false, case when has_moved then 'order.' || placed.status else 'order.updated' end,
    placed.id, placed.version, api_order_body(placed),
    greatest(new.created_at, new.held_at, new.corrected_at, new.ended_at, new.refunded_at));
  return null;
end $$;
