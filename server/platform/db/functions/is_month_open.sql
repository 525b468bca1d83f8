-- Returns whether orders still count for a month. The month cannot be closed before the transaction
-- ends: closing it takes the same lock exclusively.
create or replace function is_month_open(month text)
returns boolean
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(7365002, replace(month, '-', '')::int);
  return not exists (select from closed_month where period = month);
end $$;
