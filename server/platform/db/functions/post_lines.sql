-- Posts ledger lines in their order, with the only insert into `transfer`; triggers write the
-- postings. It skips lines whose key is known, and returns how many it wrote. The caller has locked
-- the wallets in the order of their ids.
create or replace function post_lines(lines ledger_line[])
returns int
language plpgsql
set search_path from current
as $$
declare
  written int;
begin
  insert into transfer (key, line, kind, debit, credit, currency, amount, reference, order_id, created_at)
  select key, line, kind, debit, credit, currency, amount, reference, order_id, created_at
  from unnest(lines) with ordinality
  order by ordinality
  on conflict (key, line) do nothing;
  get diagnostics written = row_count;
  return written;
end $$;
