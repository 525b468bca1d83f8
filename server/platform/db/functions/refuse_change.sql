-- Refuses every update, delete and truncate of the ledger's tables.
create or replace function refuse_change()
returns trigger
language plpgsql
as $$
begin
  raise exception 'The ledger is only ever added to: no % of %', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_stays';
end $$;
