-- no transaction: this index is made beside the running shop.
-- Finds an administrator's gifts of a day. A gift's key names the giver: gift:INR:<id>:<key>.
drop index concurrently if exists transfer_gifts;
create index concurrently transfer_gifts on transfer (split_part(key, ':', 3), created_at) where kind = 'gift';
