-- A shop that sells through another shop tells it which dispatches an order has come through. So an order that comes
-- back to a shop is refused.
alter table reseller_order add column via text[] not null default '{}';
comment on column reseller_order.via is 'Dispatches of the shops that it came through, the first one first.';

alter type order_request add attribute via text[];
