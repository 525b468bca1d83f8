-- PayPal, whose customers pay from an account, and BTCPay Server. Earlier rows satisfied the narrower constraints, so
-- they are not read again.
alter table payment drop constraint payment_gateway;
alter table payment add constraint payment_gateway check (gateway in
  ('razorpay', 'cashfree', 'phonepe', 'payu', 'paytm', 'stripe', 'paypal', 'btcpay')) not valid;

alter table ban drop constraint ban_kind_check;
alter table ban add constraint ban_kind check (kind in
  ('email', 'phone', 'player', 'address', 'vpa', 'card', 'paypal')) not valid;
comment on column capture.payer is
  'UPI address, card or PayPal account, hashed. Null where the gateway does not tell, and after 180 days.';
