-- Subtracts a deleted account from the count of accounts.
create or replace function discount_user()
returns trigger
language plpgsql
as $$
begin
  insert into user_count values (-1);
  return null;
end $$;
