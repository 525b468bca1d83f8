-- Calls `record_webhook_event` by its old name, for nodes of the version before.
create or replace function record_api_event(
  of_user uuid, of_test boolean, of_type text, of_subject uuid, of_version int, of_data json, at timestamptz
)
returns uuid
language plpgsql
as $$
begin
  return record_webhook_event(of_user, of_test, of_type, of_subject, of_version, of_data, at);
end $$;
