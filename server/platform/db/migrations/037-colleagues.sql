-- no transaction: the index is made beside the running shop.
-- People who work here are few among many customers: staff who are no administrators see lists without them, with a true total.
drop index concurrently if exists users_at_work;
create index concurrently users_at_work on users (id) where role in ('staff', 'admin') and deleted_at is null;
