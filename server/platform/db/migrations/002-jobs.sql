-- Work that was promised and is yet to be done. A node leases a job while it works on it and renews
-- the lease; when the node dies the lease runs out and another takes over.

create table job (
  id           uuid primary key,
  name         text not null,
  payload      jsonb not null,
  key          text,
  run_at       timestamptz not null,
  attempts     int not null default 0,
  attempts_max int not null,
  leased_by    uuid,
  leased_until timestamptz not null default '-infinity',
  last_error   text,
  created_at   timestamptz not null default now(),
  constraint job_key unique (key),
  constraint job_attempts check (attempts between 0 and attempts_max)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
comment on table job is 'A job that is done is deleted; one whose attempts are used up stays, with its last error.';
create index job_run_at on job (run_at) where attempts < attempts_max;
create index job_leased_by on job (leased_by) where leased_by is not null;

-- When what happens by itself is due next. Whichever node is first moves it on and writes the job.
create table schedule (
  name    text primary key,
  next_at timestamptz not null
);
