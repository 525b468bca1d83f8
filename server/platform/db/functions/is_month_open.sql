-- Returns whether a month still counts. Until the transaction ends, nobody closes the month: who closes it takes the same
-- lock exclusively.
create or replace function is_month_open(month text)
returns boolean
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(7365002, replace(month, '-', '')::int);
  return not exists (select from closed_month where period = month);
end $$;
