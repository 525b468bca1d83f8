-- Counts new accounts. Works like `count_orders`.
create or replace function count_users()
returns trigger
language plpgsql
as $$
begin
  insert into user_count select count(*) from added where deleted_at is null having count(*) > 0;
  return null;
end $$;
