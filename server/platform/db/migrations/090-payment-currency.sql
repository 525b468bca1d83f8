alter table payment
  drop constraint payment_currency,
  alter column rate type numeric(14, 8);
comment on column payment.amount is 'In hundredths of its currency.';
comment on column payment.rate is 'The value of one rupee when it was asked for. Null for rupees.';
