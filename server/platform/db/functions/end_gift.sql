-- Enqueues the mail to the friend in the transaction that completes an order, on nodes of every
-- version. Notes when the order ended, because the gift is deleted some days later.
create or replace function end_gift()
returns trigger
language plpgsql
as $$
begin
  update order_gift set ended_at = new.ended_at where order_id = new.id;
  if found and new.status = 'completed' then
    perform enqueue_job(
      'send-gift-mail', array[jsonb_build_object('orderId', new.id)], array[new.ended_at]);
  end if;
  return null;
end $$;
create or replace trigger end_gift after update of status on orders for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function end_gift();
