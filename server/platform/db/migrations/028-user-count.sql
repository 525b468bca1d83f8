-- How many accounts there are, as `order_count` is for orders: docs/decisions/014.
create table user_count (count bigint not null);

create function count_users() returns trigger language plpgsql as $$
begin
  insert into user_count select count(*) from added where deleted_at is null having count(*) > 0;
  return null;
end $$;

create function discount_user() returns trigger language plpgsql as $$
begin
  insert into user_count values (-1);
  return null;
end $$;

create trigger count_users after insert on users
  referencing new table as added for each statement execute function count_users();
create trigger discount_user after update of deleted_at on users
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function discount_user();

insert into user_count select count(*) from users where deleted_at is null;
