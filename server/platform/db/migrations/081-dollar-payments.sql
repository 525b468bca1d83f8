-- Payments in dollars: docs/decisions/050. Nodes of the last version read captures together with payments and say
-- `currency` for the capture's, so the payment's has another name.
alter table payment
  add column asked_currency text not null default 'INR',
  add column rate numeric(10, 8),
  add constraint payment_currency check (asked_currency in ('INR', 'USD')) not valid,
  add constraint payment_rate check ((asked_currency = 'INR') = (rate is null)) not valid;
comment on column payment.amount is 'In hundredths of its currency, as gateways count: paise or cents.';
comment on column payment.rate is 'Dollars for one rupee when it was asked for. Null for rupees.';
comment on column capture.settled_as is 'How it came into the books. Held came in another currency than was asked for.';
comment on column payout.amount is 'In hundredths of the capture''s currency.';
comment on column dispute.amount is 'In hundredths of its currency, as are all its amounts but the one held.';
comment on column dispute.held is
  'Money in the wallet that cannot be spent while the dispute is open, in minor units of the ledger.';
