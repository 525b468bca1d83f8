-- Posts ledger lines, in their order. It has the only insert into `transfer`; triggers write the postings. Returns the
-- number of lines written: those whose key is known are left out. The caller has locked the wallets, ordered by id.
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
