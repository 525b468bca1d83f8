-- Writes jobs of one name in the caller's transaction, as `enqueue` does for TypeScript: one for each payload, due at the
-- moment beside it. Null arrays, as `array_agg` makes them of no rows, write nothing. Triggers and functions write jobs
-- in no other way. They come in arrays because one insert for a batch of orders costs far less than one for each.
create or replace function enqueue_job(job_name text, payloads jsonb[], moments timestamptz[])
returns void
language plpgsql
as $$
begin
  insert into job (id, name, payload, run_at, attempts_max)
  select gen_random_uuid(), job_name, payload, moment, 12
  from unnest(payloads, moments) due (payload, moment);
end $$;
