-- Hashes fields of the ledger as lines of text; docs/ledger.md tells auditors how. It is plpgsql
-- because it runs twice for each line: a function in SQL that is not inlined takes three times as
-- long.
create or replace function ledger_hash(start bytea, fields text[])
returns bytea
language plpgsql
immutable parallel safe
as $$
begin
  return sha256(start || convert_to(array_to_string(fields, E'\n', ''), 'UTF8'));
end $$;
