-- no transaction: the index is made beside the running shop.
-- A link pays for one order. `place_orders` refuses a second one with words; the index makes sure.
drop index concurrently if exists orders_pay_link;
create unique index concurrently orders_pay_link on orders (pay_link)
  where pay_link is not null and status in ('pending', 'processing', 'completed');
