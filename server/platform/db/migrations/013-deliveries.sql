-- From paid to delivered: docs/decisions/016.

alter table orders add column held_for text constraint orders_held_for check (held_for in ('player', 'person'));
comment on column orders.held_for is 'Whom a paid order waits for: its customer, to correct the player, or a person of the shop.';
alter table orders add column held_at timestamptz;
alter table orders add constraint orders_held check (
  (held_for is null) = (held_at is null) and (held_for is null or status = 'processing'));
alter table orders add column corrected_at timestamptz;
comment on column orders.corrected_at is 'When its customer corrected the player, which they may do once.';
create index orders_held on orders (held_at) where held_for is not null;

-- One product of an order on its way to its player, asked of one provider. Another is begun only when this one has ended.
create table parcel (
  id         uuid primary key,
  order_id   uuid not null references orders,
  leg        int not null,
  attempt    int not null,
  provider   text not null,
  game       text not null,
  region     text not null,
  service_id text not null,
  player_id  text not null,
  zone_id    text not null,
  reference  text not null,
  state      text not null,
  is_pending boolean not null default false,
  is_again   boolean not null default false,
  provider_order_id text,
  reason     text,
  words      text not null default '',
  codes      text,
  cost       text,
  cost_currency text,
  tries      int not null default 0,
  trace_at   timestamptz,
  created_at timestamptz not null,
  first_sent_at timestamptz,
  sent_at    timestamptz,
  lost_at    timestamptz,
  ended_at   timestamptz,
  constraint parcel_attempt unique (order_id, leg, attempt),
  constraint parcel_reference unique (reference),
  constraint parcel_state check (state in ('ready', 'sent', 'delivered', 'refused')),
  constraint parcel_reason check ((state = 'refused') = (reason is not null)),
  constraint parcel_ended check ((state in ('delivered', 'refused')) = (ended_at is not null)),
  constraint parcel_sent check (
    (state in ('sent', 'delivered')) <= (sent_at is not null) and (sent_at is null) = (first_sent_at is null)),
  constraint parcel_traced check (trace_at is null or state = 'sent')
);
comment on column parcel.state is 'Sent is written before it is sent: from then on nobody knows what became of it until the provider says so.';
comment on column parcel.leg is 'Which product of the pack, from 1.';
comment on column parcel.attempt is 'From 1; the next one only after the one before was refused.';
comment on column parcel.is_pending is 'The provider has said that it has it.';
comment on column parcel.is_again is 'The provider knew nothing of it, so it is sent once more. One try at least may have been heard.';
comment on column parcel.sent_at is 'The last time; `lost_at` is when that ended without an answer.';
comment on column parcel.codes is 'What the customer redeems, where the product is a code.';
create unique index parcel_one_open on parcel (order_id, leg) where state <> 'refused';
create index parcel_trace_at on parcel (trace_at) where trace_at is not null;
create index parcel_of_provider on parcel (provider, provider_order_id) where provider_order_id is not null;

-- Whatever makes an order paid, its delivery is begun with it.
create function begin_deliveries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into job (id, name, payload, run_at, attempts_max)
    select gen_random_uuid(), 'deliver-order', jsonb_build_object('orderId', added.id), added.paid_at, 12
    from added join game on game.id = added.game_id
    where added.status = 'processing' and game.source <> 'manual';
  else
    insert into job (id, name, payload, run_at, attempts_max)
    select gen_random_uuid(), 'deliver-order', jsonb_build_object('orderId', added.id), added.paid_at, 12
    from added join removed using (id) join game on game.id = added.game_id
    where added.status = 'processing' and removed.status = 'pending' and game.source <> 'manual';
  end if;
  return null;
end $$;
create trigger begin_deliveries after insert on orders
  referencing new table as added for each statement execute function begin_deliveries();
create trigger begin_paid_deliveries after update on orders
  referencing new table as added old table as removed for each statement execute function begin_deliveries();
