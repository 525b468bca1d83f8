-- Numbers and hashes a new transfer, and refuses one between accounts of different currencies.
create or replace function write_transfer()
returns trigger
language plpgsql
set search_path from current
as $$
declare
  source account;
  target account;
begin
  select * into strict source from account where id = new.debit;
  select * into strict target from account where id = new.credit;
  if new.currency is distinct from source.currency or new.currency is distinct from target.currency then
    raise exception 'A transfer has one currency'
      using errcode = 'check_violation', constraint = 'transfer_currency';
  end if;
  new.number := nextval('transfer_number'); -- whatever the insert says, because seals rely on the order
  new.hash := ledger_hash('', array['transfer', new.number::text, new.key, new.line::text, new.kind,
    source.address, target.address, new.currency, new.amount::text, new.reference,
    new.order_id::text, ledger_moment(new.created_at)]);
  return new;
end $$;
