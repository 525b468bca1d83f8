-- Builds an order as API clients read it, in answers and in events: the contract's `ApiOrder`.
create or replace function api_order_body(placed api_order)
returns json
language plpgsql
stable
as $$
begin
  return json_build_object(
    '_id', placed.id,
    'reference', placed.reference,
    'invoiceId', placed.invoice,
    'isTest', placed.is_test,
    'status', placed.status,
    'version', placed.version,
    'heldFor', placed.held_for,
    'productId', placed.item_id,
    'productName', placed.item_name,
    'gameName', placed.game_name,
    'player', json_build_object('playerId', placed.player_id, 'zoneId', placed.zone_id, 'name', placed.player_name),
    'currency', placed.currency,
    'price', api_amount(placed.amount, placed.currency),
    'createdAt', ledger_moment(placed.created_at),
    'endedAt', ledger_moment(placed.ended_at),
    'deliveredAt', case
      when placed.status = 'completed' or placed.status = 'refunded' and placed.ended_at < placed.refunded_at
        then ledger_moment(placed.ended_at) end,
    'hasCode', placed.status = 'completed' and exists (select from delivered_code where order_id = placed.id),
    'refund', case when placed.refunded_at is not null then json_build_object(
      'amount', api_amount(placed.amount, placed.currency), 'at', ledger_moment(placed.refunded_at)) end);
end $$;
