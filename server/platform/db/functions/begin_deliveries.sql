-- Enqueues the delivery of orders that this statement made paid. Packs that are delivered by hand
-- need no job.
create or replace function begin_deliveries()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    perform enqueue_job(
      'deliver-order', array_agg(jsonb_build_object('orderId', added.id)), array_agg(added.paid_at))
    from added join game on game.id = added.game_id
    where added.status = 'processing' and game.source <> 'manual';
  else
    perform enqueue_job(
      'deliver-order', array_agg(jsonb_build_object('orderId', added.id)), array_agg(added.paid_at))
    from added join removed using (id) join game on game.id = added.game_id
    where added.status = 'processing' and removed.status = 'pending' and game.source <> 'manual';
  end if;
  return null;
end $$;
