-- Subtracts a refunded order from what its customer spent in the month of the delivery. In a closed
-- month the rank stays, and the refund lowers only a prize that is not paid yet.
create or replace function discount_refunded()
returns trigger
language plpgsql
as $$
declare
  month text := shop_month(old.ended_at);
  known spend;
begin
  if old.status <> 'completed' then
    return null; -- never delivered, so never counted
  end if;
  if not is_month_open(month) then
    update spend set refunded = refunded + old.amount_inr where period = month and user_id = old.user_id;
    return null;
  end if;
  -- Locked first, so that the next statement sees what an earlier transaction did to this customer's orders.
  select * into known from spend where period = month and user_id = old.user_id for update;
  if known.amount > old.amount_inr then
    update spend
    set amount = amount - old.amount_inr,
        reached_at = case when reached_at > old.ended_at then reached_at else coalesce((
          -- Few orders take two months to be delivered. The range limits how much of the index is read.
          select max(ended_at) from orders
          where user_id = old.user_id and status = 'completed' and amount_inr > 0 and shop_month(ended_at) = month
            and created_at between old.ended_at - interval '93 days' and old.ended_at + interval '32 days'
        ), reached_at) end
    where period = month and user_id = old.user_id;
  else
    delete from spend where period = month and user_id = old.user_id;
  end if;
  return null;
end $$;
