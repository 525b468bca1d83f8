-- Writes the postings of new transfers, one for each wallet. `write_posting` computes their
-- columns.
create or replace function post_transfer()
returns trigger
language plpgsql
set search_path from current
as $$
begin
  insert into posting (transfer, account_id)
  select number, id from moved
  cross join lateral (select id from account where id in (debit, credit) and user_id is not null) wallet
  order by number, id;
  return null;
end $$;
