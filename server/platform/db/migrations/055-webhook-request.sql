-- `webhook_attempt` becomes `webhook_request`. A view has the old name until the next version: docs/decisions/040.
alter table webhook_attempt rename to webhook_request;
alter table webhook_request rename column delivery_id to message_id;
alter table webhook_request rename constraint webhook_attempt_pkey to webhook_request_pkey;
alter table webhook_request rename constraint webhook_attempt_delivery_id_fkey to webhook_request_message_id_fkey;
comment on table webhook_request is 'One HTTP request with a message.';
create view webhook_attempt as
  select message_id as delivery_id, number, started_at, duration_ms, status, answer, error from webhook_request;
