-- Returns a person's balances in other currencies than rupees and dollars, for those in which money
-- has ever moved.
create or replace function other_balances(owner uuid)
returns json
language sql
stable parallel safe
begin atomic
  select coalesce(
    json_agg(json_build_object('currency', currency, 'balance', balance_of(owner, currency)) order by currency), '[]')
  from account where user_id = owner and currency not in ('INR', 'USD');
end;
