alter table orders
  drop constraint orders_currency,
  alter column rate type numeric(14, 8);
