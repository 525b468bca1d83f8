-- Risk rules, ban lists and the review of held orders. Orders keep the buyer's network and device, and captures their
-- payer, so that rules can count by them.
alter table orders add column buyer_network text;
alter table orders add column buyer_device uuid;
comment on column orders.buyer_network is 'Network that it was placed from; a whole IPv6 home network counts as one. Erased with buyer_address.';
comment on column orders.buyer_device is 'Browser that it was placed in. Erased with buyer_address.';

alter table users add column spending_lock bigint check (spending_lock between 1 and 9007199254740991);
comment on column users.spending_lock is 'Paise that the wallet may spend in 24 hours without the password. Null without a lock.';
alter type order_request
  add attribute buyer_network text, add attribute buyer_device uuid, add attribute is_proven boolean;

alter table capture add column payer text;
alter table capture add column payer_shown text;
alter table capture add column payer_name text;
comment on column capture.payer is 'UPI address or card, hashed. Null where the gateway does not tell, and after 180 days.';
comment on column capture.payer_shown is 'The same, masked.';
comment on column capture.payer_name is 'The payer''s name at the bank.';

insert into setting (name, value, updated_at)
values ('risk-salt', to_jsonb(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex')), now());

create table risk_rule (
  id         uuid primary key,
  name       text not null,
  outcome    text not null check (outcome in ('hold', 'step-up', 'refuse')),
  conditions jsonb not null,
  is_live    boolean not null default false,
  preview    jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint risk_rule_previewed check (not is_live or preview is not null)
);
comment on table risk_rule is 'Rules that hold or refuse orders, or ask customers to confirm who they are.';
comment on column risk_rule.preview is 'Result for the orders of 30 days; null since the last change.';

create table ban (
  id         uuid primary key,
  kind       text not null check (kind in ('email', 'phone', 'player', 'address', 'vpa', 'card')),
  value      text not null,
  shown      text not null,
  note       text not null,
  created_by uuid not null references users,
  created_at timestamptz not null,
  constraint ban_once unique (value)
);
comment on table ban is 'People, players, networks and payers that the shop does not serve.';
comment on column ban.value is 'The kind, and a hash of what is banned.';
create index ban_created_at on ban (created_at desc, id desc);

create table risk_review (
  order_id   uuid primary key references orders,
  reasons    jsonb not null,
  held_at    timestamptz not null,
  decision   text check (decision in ('deliver', 'refuse', 'ended')),
  decided_by uuid references users,
  decided_at timestamptz,
  constraint risk_review_decided check (
    (decision is null) = (decided_at is null) and (coalesce(decision, 'ended') = 'ended') = (decided_by is null))
);
comment on table risk_review is 'Orders that were held for review, and what was decided.';
comment on column risk_review.decision is 'Ended means that the order ended while it was held.';
create index risk_review_open on risk_review (held_at) where decided_at is null;

create table risk_refusal (
  user_id      uuid not null references users,
  day          date not null,
  outcome      text not null check (outcome in ('step-up', 'refuse')),
  reasons      jsonb not null,
  reasons_hash bytea not null,
  count        int not null,
  last_at      timestamptz not null,
  primary key (user_id, day, reasons_hash)
);
comment on table risk_refusal is 'Orders that rules or bans did not let pass, by customer and day.';
create index risk_refusal_last_at on risk_refusal (last_at desc);
