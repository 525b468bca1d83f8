-- `price_doubt` becomes `pending_cost`. A view has the old name until the next version: docs/decisions/040.
alter table price_doubt rename to pending_cost;
alter table pending_cost rename constraint price_doubt_pkey to pending_cost_pkey;
alter table pending_cost rename constraint price_doubt_cost to pending_cost_cost;
alter table pending_cost rename constraint price_doubt_item_id_fkey to pending_cost_item_id_fkey;
comment on table pending_cost is 'Costs that changed too much, until somebody accepts them.';
create view price_doubt as
  select item_id, cost from pending_cost;
