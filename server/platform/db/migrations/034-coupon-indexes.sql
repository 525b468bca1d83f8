-- no transaction: these indexes are made beside the running shop.

-- How often a customer has used a coupon.
drop index concurrently if exists orders_coupon_of_user;
create index concurrently orders_coupon_of_user on orders (user_id, coupon_id) where coupon_id is not null;

-- Unpaid orders that hold a unit of a pack, or a use of a coupon, the oldest first.
drop index concurrently if exists orders_pending_of_item;
create index concurrently orders_pending_of_item on orders (item_id, created_at) where status = 'pending' and takes_stock;
drop index concurrently if exists orders_pending_of_coupon;
create index concurrently orders_pending_of_coupon on orders (coupon_id, created_at)
  where status = 'pending' and coupon_id is not null;
