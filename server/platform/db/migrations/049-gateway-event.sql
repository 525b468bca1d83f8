-- `webhook` becomes `gateway_event`. A view has the old name until the next version: docs/decisions/040.
alter table webhook rename to gateway_event;
alter table gateway_event rename constraint webhook_pkey to gateway_event_pkey;
alter table gateway_event rename constraint webhook_once to gateway_event_once;
alter index webhook_of_gateway rename to gateway_event_of_gateway;
alter index webhook_received_at rename to gateway_event_received_at;
alter index webhook_with_body rename to gateway_event_with_body;
comment on table gateway_event is 'Messages from gateways. Only what they mention is kept.';
create view webhook as
  select id, gateway, body_hash, body, mentioned, received_at, applied_at from gateway_event;
