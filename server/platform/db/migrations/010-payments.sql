-- Money from outside: docs/payments.md, decisions/015.

-- One attempt to pay. Whatever becomes of an order, an attempt is asked about until its gateway has spoken.
create table payment (
  id         uuid primary key,
  reference  text collate "C" not null,
  user_id    uuid not null,
  purpose    text not null,
  order_id   uuid,
  gateway    text not null,
  amount     bigint not null,
  state      text not null,
  gateway_id text,
  page       jsonb,
  opening_until timestamptz,
  asks       int not null default 0,
  ask_at     timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz,
  constraint payment_reference unique (reference),
  constraint payment_reference_shape check (reference ~ '^P[A-Z0-9]{20,24}$'),
  constraint payment_purpose check (purpose in ('order', 'top-up') and (purpose = 'order') = (order_id is not null)),
  constraint payment_gateway check (gateway in ('razorpay', 'cashfree', 'phonepe', 'payu', 'paytm', 'stripe')),
  constraint payment_amount check (amount > 0),
  constraint payment_state check (state in ('open', 'paid', 'failed')),
  constraint payment_ended check ((state = 'open') = (ended_at is null))
);
comment on column payment.reference is 'What the gateway knows it by; never used twice.';
comment on column payment.gateway_id is 'What the gateway calls it, where it does.';
comment on column payment.page is 'Where one pays; null until the gateway has told, and for good when it could not.';
comment on column payment.opening_until is 'Until when somebody is busy asking the gateway for the page.';
comment on column payment.ask_at is 'When the gateway is asked next; null when it has said all.';
comment on column payment.expires_at is 'When its page ends at the gateway.';
create index payment_ask_at on payment (ask_at) where ask_at is not null;
create index payment_of_order on payment (order_id) where order_id is not null;
create index payment_of_user on payment (user_id, created_at desc);
create index payment_created_at on payment (created_at, id);

-- Money that a gateway says it has taken, once for each of its own ids, whoever reports it and how often.
create table capture (
  id                 uuid primary key,
  payment_id         uuid not null references payment,
  gateway            text not null,
  gateway_payment_id text not null,
  amount             bigint not null,
  currency           text not null,
  bank_reference     text,
  captured_at        timestamptz not null,
  settled_as         text,
  settled_at         timestamptz,
  constraint capture_once unique (gateway, gateway_payment_id),
  constraint capture_amount check (amount > 0),
  constraint capture_settled check ((settled_as is null) = (settled_at is null)),
  constraint capture_settled_as check (settled_as in ('order', 'top-up', 'late', 'other amount', 'second', 'unclaimed', 'held'))
);
comment on column capture.amount is 'In minor units of its currency, as the gateway has them: paise, cents.';
comment on column capture.settled_as is 'How it came into the books. Held is a currency that the shop has no books for.';
create index capture_of_payment on capture (payment_id);
create index capture_captured_at on capture (captured_at, id);
create index capture_bank_reference on capture (bank_reference text_pattern_ops);

-- Money on its way back to where it came from. Asked for once under one reference, until the gateway has spoken.
create table refund (
  id         uuid primary key,
  reference  text collate "C" not null,
  capture_id uuid not null references capture,
  user_id    uuid not null,
  amount     bigint not null,
  state      text not null,
  gateway_id text,
  bank_reference text,
  note       text not null,
  reason     text not null default '',
  asked_by   uuid,
  sent_at    timestamptz,
  asks       int not null default 0,
  ask_at     timestamptz,
  created_at timestamptz not null,
  ended_at   timestamptz,
  constraint refund_reference unique (reference),
  constraint refund_reference_shape check (reference ~ '^R[A-Z0-9]{20,22}$'),
  constraint refund_amount check (amount > 0),
  constraint refund_state check (state in ('asked', 'done', 'failed')),
  constraint refund_ended check ((state = 'asked') = (ended_at is null))
);
comment on column refund.sent_at is 'Since when the gateway may have heard of it; null when it cannot have.';
create index refund_of_capture on refund (capture_id);
create index refund_ask_at on refund (ask_at) where ask_at is not null;
create index refund_asked on refund (created_at) where state = 'asked';
create index refund_created_at on refund (created_at, id);

-- What gateways sent and proved to have sent, kept before anything is done with it.
create table webhook (
  id          uuid primary key,
  gateway     text not null,
  body_hash   bytea not null,
  body        bytea not null,
  mentioned   text[] not null,
  received_at timestamptz not null,
  applied_at  timestamptz,
  constraint webhook_once unique (gateway, body_hash)
);
comment on column webhook.mentioned is 'The references it is about: the gateway is asked about each.';
create index webhook_received_at on webhook (received_at);
create index webhook_of_gateway on webhook (gateway, received_at desc);

-- What the back office entered; the environment is asked where there is none.
create table gateway_credential (
  gateway    text primary key,
  sealed     bytea not null,
  updated_at timestamptz not null
);
comment on column gateway_credential.sealed is 'Encrypted with a key made from SECRET.';

-- Where a gateway's books and ours are not the same.
create table difference (
  id         uuid primary key,
  gateway    text not null,
  reference  text not null,
  kind       text not null,
  ours       bigint,
  theirs     bigint,
  currency   text not null,
  found_at   timestamptz not null,
  settled_at timestamptz,
  settled_by uuid,
  note       text not null default '',
  constraint difference_once unique (gateway, reference, kind)
);
create index difference_found_at on difference (found_at desc, id desc);

-- Money that goes back to its source, and money whose owner is gone.
alter table transfer drop constraint transfer_kind;
alter table transfer add constraint transfer_kind check (kind in
  ('top-up', 'order', 'coupon', 'cost', 'refund', 'gift', 'prize', 'conversion', 'adjustment', 'payout')) not valid;
insert into account (address, currency)
select 'house:' || purpose, currency
from unnest(array['payouts', 'unclaimed']) as purpose, unnest(array['INR', 'USD']) as currency order by 1, 2;
