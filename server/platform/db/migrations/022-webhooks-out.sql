-- What resellers' programs are told, and what became of telling them: docs/decisions/027.

-- Something that happened to what a reseller's program did, as it was then. Written with what happened, never changed.
-- No foreign key to users: it would lock a row that many orders share, and none of those is ever deleted.
create table api_event (
  id         uuid primary key,
  user_id    uuid not null,
  is_test    boolean not null,
  type       text not null,
  subject_id uuid not null,
  version    int not null,
  data       json not null,
  created_at timestamptz not null
);
comment on column api_event.subject_id is 'The order; of a ping, the endpoint.';
comment on column api_event.version is 'Of its subject: the highest is the newest, in whatever order they arrive.';
comment on column api_event.data is 'Text as it is sent, which is why it is not jsonb.';
create unique index api_event_once on api_event (subject_id, version) where type <> 'ping';
create index api_event_of_user on api_event (user_id, created_at desc, id desc);
create index api_event_created_at on api_event (created_at);

-- Where a reseller's program listens.
create table webhook_endpoint (
  id          uuid primary key,
  user_id     uuid not null references users,
  name        text not null,
  url         text not null,
  is_test     boolean not null,
  types       text[] not null,
  is_enabled  boolean not null default true,
  disabled_for text,
  sealed      bytea not null,
  old_sealed  bytea,
  old_until   timestamptz,
  failures    int not null default 0,
  failing_since timestamptz,
  warned_at   timestamptz,
  rest_until  timestamptz,
  succeeded_at timestamptz,
  leased_until timestamptz not null default '-infinity',
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint webhook_endpoint_disabled_for check (disabled_for in ('person', 'gone', 'failing')),
  constraint webhook_endpoint_enabled check (is_enabled = (disabled_for is null)),
  constraint webhook_endpoint_old check ((old_sealed is null) = (old_until is null)),
  constraint webhook_endpoint_failing check ((failures = 0) = (failing_since is null))
) with (fillfactor = 80);
comment on column webhook_endpoint.types is 'What it wants to hear of; empty is everything.';
comment on column webhook_endpoint.sealed is 'Its signing secret, encrypted with a key made from SECRET. The old one signs too until `old_until`.';
comment on column webhook_endpoint.failures is 'Since the last success; `failing_since` is the first of them.';
comment on column webhook_endpoint.rest_until is 'Until when a failing one is left alone, so that it keeps nobody from the others.';
comment on column webhook_endpoint.leased_until is 'While somebody sends to it, by the clock of the database. Runs out by itself when they die.';
create index webhook_endpoint_of_user on webhook_endpoint (user_id, created_at, id);

-- One event for one endpoint.
create table webhook_delivery (
  id          uuid primary key,
  event_id    uuid not null references api_event on delete cascade,
  endpoint_id uuid not null references webhook_endpoint on delete cascade,
  type        text not null,
  state       text not null,
  attempts    int not null default 0,
  tries       int not null default 0,
  next_at     timestamptz,
  created_at  timestamptz not null,
  ended_at    timestamptz,
  constraint webhook_delivery_once unique (event_id, endpoint_id),
  constraint webhook_delivery_state check (state in ('pending', 'delivered', 'failed', 'held')),
  constraint webhook_delivery_next_at check ((state = 'pending') = (next_at is not null)),
  constraint webhook_delivery_ended_at check ((state in ('delivered', 'failed')) = (ended_at is not null))
) with (fillfactor = 80);
comment on column webhook_delivery.state is 'Held is one that came, or still waited, while its endpoint was disabled.';
comment on column webhook_delivery.tries is 'Of `attempts`, those since it was written or last replayed.';
comment on column webhook_delivery.next_at is 'Moved on before it is sent, so that a node that dies on the way has it sent again.';
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_at) where next_at is not null;
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, created_at desc, id desc);

-- Each time it was sent: written before, completed after.
create table webhook_attempt (
  delivery_id uuid not null references webhook_delivery on delete cascade,
  number      int not null,
  started_at  timestamptz not null,
  duration_ms int,
  status      int,
  answer      text,
  error       text,
  primary key (delivery_id, number)
);
comment on column webhook_attempt.duration_ms is 'Null until it has ended, and for good where the shop was stopped on the way.';

-- Writes an event, and what is to be sent of it, with whatever the caller's transaction does. Once for each version.
create function record_api_event(
  of_user uuid, of_test boolean, of_type text, of_subject uuid, of_version int, of_data json, at timestamptz
) returns uuid language plpgsql as $$
declare
  event uuid := gen_random_uuid();
begin
  insert into api_event (id, user_id, is_test, type, subject_id, version, data, created_at)
  values (event, of_user, of_test, of_type, of_subject, of_version, of_data, at)
  on conflict (subject_id, version) where type <> 'ping' do nothing;
  if not found then
    return null;
  end if;
  with written as (
    insert into webhook_delivery (id, event_id, endpoint_id, type, state, next_at, created_at)
    select gen_random_uuid(), event, id, of_type,
      case when is_enabled then 'pending' else 'held' end, case when is_enabled then at end, at
    from webhook_endpoint
    where user_id = of_user and is_test = of_test and (types = '{}' or of_type = any(types))
    returning endpoint_id, state
  )
  insert into job (id, name, payload, run_at, attempts_max)
  select gen_random_uuid(), 'send-webhooks', jsonb_build_object('endpointId', endpoint_id), at, 12
  from written where state = 'pending';
  return event;
end $$;
