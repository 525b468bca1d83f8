-- Writes jobs of one name in the caller's transaction, as `enqueue` does for TypeScript. Each
-- payload is due at the moment beside it. No other function writes jobs. It takes arrays because
-- one insert for a batch of orders is much cheaper than one insert per order. Null arrays write
-- nothing; `array_agg` makes them when there are no rows.
create or replace function enqueue_job(job_name text, payloads jsonb[], moments timestamptz[])
returns void
language plpgsql
as $$
begin
  insert into job (id, name, payload, run_at, attempts_max)
  select gen_random_uuid(), job_name, payload, moment, 12
  from unnest(payloads, moments) due (payload, moment);
end $$;
