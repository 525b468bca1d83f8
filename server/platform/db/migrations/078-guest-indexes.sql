-- no transaction: these indexes are made beside the running shop.
-- The name stays, because the code knows a taken email by it.
drop index concurrently if exists users_account_email;
create unique index concurrently users_account_email on users (email) where not is_guest;
drop index concurrently if exists users_email;
alter index users_account_email rename to users_email;

drop index concurrently if exists users_guest_email;
create index concurrently users_guest_email on users (email, created_at) where is_guest and claimed_by is null;

drop index concurrently if exists users_claimed;
create index concurrently users_claimed on users (claimed_by) where claimed_by is not null;
