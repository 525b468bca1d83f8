-- Builds the ledger lines of an order that is paid or refunded: what its payer paid, and what a
-- coupon took off the list price. An order that cost nothing has no line of the payer.
create or replace function order_lines(payer text, paid bigint, list_price bigint, is_refund boolean)
returns table (line int, source text, target text, amount bigint)
language sql
immutable parallel safe
as $$
  select part.line,
    case when is_refund then 'house:sales' else part.account end,
    case when is_refund then part.account else 'house:sales' end,
    part.amount
  from (values
    (1, payer, paid),
    (case paid when 0 then 1 else 2 end, 'house:coupons', list_price - paid)
  ) part (line, account, amount)
  where part.amount > 0
$$;
