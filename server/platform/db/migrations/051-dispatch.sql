-- `parcel` becomes `dispatch`. A view has the old name until the next version: docs/decisions/040.
alter table parcel rename to dispatch;
alter table dispatch rename column provider to supplier;
alter table dispatch rename column provider_order_id to supplier_order_id;
alter table dispatch rename column service_id to product_id;
alter table dispatch rename constraint parcel_pkey to dispatch_pkey;
alter table dispatch rename constraint parcel_attempt to dispatch_attempt;
alter table dispatch rename constraint parcel_reference to dispatch_reference;
alter table dispatch rename constraint parcel_ended to dispatch_ended;
alter table dispatch rename constraint parcel_reason to dispatch_reason;
alter table dispatch rename constraint parcel_sent to dispatch_sent;
alter table dispatch rename constraint parcel_state to dispatch_state;
alter table dispatch rename constraint parcel_traced to dispatch_traced;
alter table dispatch rename constraint parcel_order_id_fkey to dispatch_order_id_fkey;
alter index parcel_ended_of_provider rename to dispatch_ended_of_supplier;
alter index parcel_of_provider rename to dispatch_of_supplier;
alter index parcel_one_open rename to dispatch_one_open;
alter index parcel_plain_codes rename to dispatch_plain_codes;
alter index parcel_trace_at rename to dispatch_trace_at;
comment on table dispatch is 'One send of one product to a supplier.';
comment on column dispatch.codes is 'Codes in plain, as older versions wrote them. The job seal-codes moves them to delivered_code.';
comment on column dispatch.state is 'Sent is written before it is sent: from then on nobody knows what became of it until the supplier says so.';
comment on column dispatch.is_pending is 'The supplier has said that it has it.';
comment on column dispatch.is_again is 'The supplier knew nothing of it, so it is sent once more. One try at least may have been heard.';
comment on column dispatch.chosen is 'Why this supplier was chosen and which were passed over, for the shop’s staff.';
create view parcel as
  select id, order_id, leg, attempt, supplier as provider, game, region, product_id as service_id, player_id,
    zone_id, reference, state, is_pending, is_again, supplier_order_id as provider_order_id, reason, words, codes,
    cost, cost_currency, tries, trace_at, created_at, first_sent_at, sent_at, lost_at, ended_at, chosen from dispatch;
