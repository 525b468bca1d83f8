-- `api_event` becomes `webhook_event`. A view has the old name until the next version: docs/decisions/040.
alter table api_event rename to webhook_event;
alter table webhook_event rename constraint api_event_pkey to webhook_event_pkey;
alter index api_event_created_at rename to webhook_event_created_at;
alter index api_event_of_user rename to webhook_event_of_user;
alter index api_event_once rename to webhook_event_once;
comment on table webhook_event is 'Events that webhooks tell resellers’ API clients.';
create view api_event as
  select id, user_id, is_test, type, subject_id, version, data, created_at from webhook_event;
