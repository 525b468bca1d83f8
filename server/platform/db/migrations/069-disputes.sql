-- Disputes of payments, and adjustments of wallets by administrators. A lost dispute and an adjustment may take a
-- wallet below zero. `write_posting` refuses every other debit that leaves less than what is held.

-- Earlier rows satisfied the narrower constraints, so they are not read again.
alter table posting drop constraint no_overdraft;
alter table posting add constraint posting_balance check (
  balance between -9007199254740991 and 9007199254740991) not valid;
alter table transfer drop constraint transfer_kind;
alter table transfer add constraint transfer_kind check (kind in
  ('top-up', 'order', 'coupon', 'cost', 'refund', 'gift', 'prize', 'conversion', 'adjustment', 'payout',
    'dispute')) not valid;

insert into account (address, currency)
select 'house:' || purpose, currency
from unnest(array['wallet-adjustments', 'disputes', 'dispute-losses', 'dispute-fees']) as purpose,
  unnest(array['INR', 'USD']) as currency order by 1, 2;

create table dispute (
  id                 uuid primary key,
  gateway            text not null,
  gateway_dispute_id text not null,
  capture_id         uuid references capture,
  user_id            uuid references users,
  state              text not null check (
    state in ('inquiry', 'needs response', 'under review', 'won', 'lost', 'closed')),
  stage              text not null check (
    stage in ('fraud', 'inquiry', 'chargeback', 'pre-arbitration', 'arbitration')),
  amount             bigint not null check (amount between 1 and 9007199254740991),
  currency           text not null,
  reason             text not null,
  respond_by         timestamptz,
  opened_at          timestamptz not null,
  ended_at           timestamptz,
  read_at            timestamptz not null,
  taken              bigint not null default 0 check (taken >= 0),
  fees               bigint not null default 0 check (fees >= 0),
  from_wallet        bigint not null default 0 check (from_wallet >= 0),
  from_shop          bigint not null default 0 check (from_shop >= 0),
  held               bigint not null default 0 check (held >= 0),
  movements          int not null default 0,
  warnings           int not null default 0,
  constraint dispute_once unique (gateway, gateway_dispute_id),
  constraint dispute_ended check ((state in ('won', 'lost', 'closed')) = (ended_at is not null)),
  constraint dispute_held check (held = 0 or (ended_at is null and user_id is not null)),
  constraint dispute_loss check (from_wallet + from_shop = case state when 'lost' then taken else 0 end)
);
comment on table dispute is 'Payments that a customer or bank contests at the gateway.';
comment on column dispute.capture_id is 'Null if the shop does not know the payment.';
comment on column dispute.taken is 'What the gateway has taken, less what it returned.';
comment on column dispute.from_wallet is 'Part of the loss that the customer''s wallet paid.';
comment on column dispute.from_shop is 'Part of the loss that the shop bears.';
comment on column dispute.held is 'Money in the wallet that cannot be spent while the dispute is open.';
comment on column dispute.read_at is 'When the gateway was asked. An answer to an earlier question is ignored.';
comment on column dispute.movements is 'Count of its ledger events. It names the next one.';
comment on column dispute.warnings is 'Warnings about the deadline that were sent.';
create index dispute_opened_at on dispute (opened_at desc, id desc);
create index dispute_of_capture on dispute (capture_id) where capture_id is not null;
create index dispute_of_user on dispute (user_id) where user_id is not null;
create index dispute_holds on dispute (user_id, currency) where held > 0;
create index dispute_open on dispute (respond_by) where ended_at is null;

create table dispute_step (
  dispute_id uuid not null references dispute,
  number     int not null,
  at         timestamptz not null,
  heard_from text not null check (heard_from in ('webhook', 'poll', 'order', 'back office')),
  state      text not null,
  stage      text not null,
  taken      bigint not null,
  fees       bigint not null,
  primary key (dispute_id, number)
);
comment on table dispute_step is 'Changes of a dispute.';

create table adjustment (
  id         uuid primary key,
  user_id    uuid not null references users,
  currency   text not null check (currency in ('INR', 'USD')),
  amount     bigint not null check (amount <> 0 and abs(amount) <= 9007199254740991),
  reason     text not null,
  note       text not null,
  state      text not null check (state in ('waiting', 'done', 'declined')),
  asked_by   uuid not null references users,
  asked_at   timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  answer     text not null default '',
  constraint adjustment_decided check (
    (state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
comment on table adjustment is 'Credits and debits of wallets by administrators.';
comment on column adjustment.amount is 'Negative takes money from the wallet.';
comment on column adjustment.reason is 'For the customer.';
comment on column adjustment.note is 'For staff.';
comment on column adjustment.decided_by is 'The same as asked_by if it needed no approval.';
comment on column adjustment.answer is 'Why it was declined.';
create index adjustment_asked_at on adjustment (asked_at desc, id desc);
create index adjustment_of_user on adjustment (user_id, asked_at desc);
create index adjustment_by on adjustment (asked_by, asked_at);
create index adjustment_waiting on adjustment (asked_at) where state = 'waiting';
