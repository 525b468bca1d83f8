-- `webhook_delivery` becomes `webhook_message`. A view has the old name until the next version: docs/decisions/040.
alter table webhook_delivery rename to webhook_message;
alter table webhook_message rename constraint webhook_delivery_pkey to webhook_message_pkey;
alter table webhook_message rename constraint webhook_delivery_once to webhook_message_once;
alter table webhook_message rename constraint webhook_delivery_ended_at to webhook_message_ended_at;
alter table webhook_message rename constraint webhook_delivery_next_at to webhook_message_next_at;
alter table webhook_message rename constraint webhook_delivery_state to webhook_message_state;
alter table webhook_message rename constraint webhook_delivery_endpoint_id_fkey to webhook_message_endpoint_id_fkey;
alter table webhook_message rename constraint webhook_delivery_event_id_fkey to webhook_message_event_id_fkey;
alter index webhook_delivery_due rename to webhook_message_due;
alter index webhook_delivery_of_endpoint rename to webhook_message_of_endpoint;
comment on table webhook_message is 'One event for one endpoint.';
create view webhook_delivery as
  select id, event_id, endpoint_id, type, state, attempts, tries, next_at, created_at, ended_at from webhook_message;
