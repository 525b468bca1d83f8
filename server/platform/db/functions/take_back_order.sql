-- Gives back what an order took: its stock, its use of a coupon and its place in the purchase
-- count. The caller holds the order's row and ends it in the same transaction. It has moved the
-- money before, because wallets are locked first.
create or replace function take_back_order(ended orders)
returns void
language plpgsql
as $$
declare
  stock int;
begin
  if ended.coupon_id is not null then
    update coupon set use_count = greatest(use_count - 1, 0) where id = ended.coupon_id;
  end if;
  if ended.takes_stock then
    update item set quantity = quantity + 1 where id = ended.item_id and quantity is not null
    returning quantity into stock;
  end if;
  if ended.paid_at is not null then
    insert into item_sale (item_id, count) values (ended.item_id, -1);
  end if;
  if stock = 1 then
    perform pg_notify('content', ''); -- the pack can be bought again
  end if;
end $$;
