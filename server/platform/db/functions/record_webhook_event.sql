-- Records an event for a reseller's API clients, and a webhook for each endpoint that wants it, in
-- the caller's transaction. Each version of a subject is recorded once: a second call returns null.
create or replace function record_webhook_event(
  of_user uuid, of_test boolean, of_type text, of_subject uuid, of_version int, of_data json, at timestamptz
)
returns uuid
language plpgsql
as $$
declare
  event uuid := gen_random_uuid();
  payloads jsonb[];
  moments timestamptz[];
begin
  insert into webhook_event (id, user_id, is_test, type, subject_id, version, data, created_at)
  values (event, of_user, of_test, of_type, of_subject, of_version, of_data, at)
  on conflict (subject_id, version) where type <> 'ping' do nothing;
  if not found then
    return null;
  end if;
  with written as (
    insert into webhook_message (id, event_id, endpoint_id, type, state, next_at, created_at)
    select gen_random_uuid(), event, id, of_type,
      case when is_enabled then 'pending' else 'held' end, case when is_enabled then at end, at
    from webhook_endpoint
    where user_id = of_user and is_test = of_test and (types = '{}' or of_type = any(types))
    returning endpoint_id, state
  )
  select array_agg(jsonb_build_object('endpointId', endpoint_id)), array_agg(at) into payloads, moments
  from written where state = 'pending';
  perform enqueue_job('send-webhooks', payloads, moments);
  return event;
end $$;
