-- Returns the balance of a person's wallet: that of its last posting, or 0 before the first.
create or replace function balance_of(owner uuid, in_currency text)
returns bigint
language sql
stable parallel safe
begin atomic
  select coalesce((
    select balance from posting
    where account_id = (select id from account where address = 'wallet:' || owner and currency = in_currency)
    order by sequence desc limit 1), 0);
end;
