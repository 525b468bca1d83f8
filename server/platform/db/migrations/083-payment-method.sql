-- Cards, net banking, mobile wallets and pay later beside UPI. Earlier rows have no method, so they are not read again.
alter table payment
  add column method text,
  add constraint payment_method check (method in
    ('upi', 'card', 'netbanking', 'mobile-wallet', 'pay-later', 'paypal', 'bitcoin')) not valid;
comment on column payment.method is
  'How the customer was to pay. Null for payments of earlier versions, which asked for the gateway''s first method.';
