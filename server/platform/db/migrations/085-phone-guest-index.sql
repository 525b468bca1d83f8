-- no transaction: this index is made beside the running shop.
drop index concurrently if exists users_guest_phone;
create index concurrently users_guest_phone on users (phone, created_at)
  where is_guest and claimed_by is null and email = '';
