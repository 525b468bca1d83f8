-- no transaction: the index of orders is made beside the running shop.
create table if not exists past_session (
  id           uuid primary key,
  user_id      uuid not null references users,
  user_agent   text not null,
  address      text not null,
  created_at   timestamptz not null,
  refreshed_at timestamptz not null,
  paid_at      timestamptz not null
);
comment on table past_session is 'Sign-ins around a payment, kept for evidence after the session itself is deleted.';
comment on column past_session.paid_at is 'When the latest of these payments was captured. The days of the retention table begin then.';
create index if not exists past_session_of_user on past_session (user_id, created_at);
create index if not exists past_session_paid_at on past_session (paid_at);

-- Ended orders whose buyer is still to be erased, or all but the address of one who may dispute the payment.
drop index concurrently if exists orders_with_buyer;
create index concurrently orders_with_buyer on orders (ended_at)
  where buyer_address is not null and (buyer_network is not null or payment_method = 'wallet');

comment on column orders.buyer_address is 'The network address that it was placed from, for suppliers that ask for it and for evidence in disputes. Erased by the retention table.';
comment on column orders.buyer_network is 'Network that it was placed from; a whole IPv6 home network counts as one. Erased some days after its end.';
comment on column orders.buyer_device is 'Browser that it was placed in. Erased some days after its end.';
