-- Writes a time as the ledger's hashes and the API have it: 2026-01-31T18:29:59.999Z.
create or replace function ledger_moment(moment timestamptz)
returns text
language plpgsql
immutable parallel safe
as $$
begin
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;
