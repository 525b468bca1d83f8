-- Computes every column of a posting from its transfer and the wallet's last posting. An insert
-- chooses only the transfer and the wallet, and each such pair exists once.
create or replace function write_posting()
returns trigger
language plpgsql
set search_path from current
as $$
declare
  moved transfer;
  wallet account;
  before posting;
  held bigint;
begin
  select * into strict moved from transfer where number = new.transfer;
  select * into strict wallet from account where id = new.account_id for no key update;
  select * into before from posting where account_id = wallet.id order by sequence desc limit 1;
  new.user_id := wallet.user_id;
  new.currency := moved.currency;
  new.sequence := coalesce(before.sequence, 0) + 1;
  new.amount := case wallet.id when moved.credit then moved.amount when moved.debit then -moved.amount end;
  new.balance := coalesce(before.balance, 0) + new.amount;
  -- Only an adjustment or a lost dispute takes what is held, or takes a wallet below zero.
  if new.amount < 0 and moved.kind not in ('adjustment', 'dispute') then
    held := held_in(wallet.user_id, wallet.currency);
    if new.balance < held then
      raise exception 'Too little money in %', wallet.address
        using errcode = 'check_violation', constraint = 'no_overdraft',
          detail = held - new.balance || ' ' || moved.currency;
    end if;
  end if;
  new.created_at := moved.created_at;
  new.hash := ledger_hash(coalesce(before.hash, decode(repeat('00', 32), 'hex')), array['posting',
    new.user_id::text, new.currency, new.sequence::text, new.amount::text, new.balance::text,
    ledger_moment(moved.created_at), moved.kind, moved.reference, moved.order_id::text,
    encode(moved.hash, 'hex')]);
  return new;
end $$;
