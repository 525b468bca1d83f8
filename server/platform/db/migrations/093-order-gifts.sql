-- Orders that are gifts. The friend gets a mail once the order is delivered.
create table order_gift (
  order_id  uuid primary key references orders,
  email     text not null,
  message   text not null default '',
  ended_at  timestamptz,
  mailed_at timestamptz
);
comment on table order_gift is 'Friends who get a mail when an order is delivered to their player.';
comment on column order_gift.ended_at is 'When the order ended. The days of the retention table begin then.';
create index order_gift_ended_at on order_gift (ended_at) where ended_at is not null;

alter type order_request add attribute gift_email text, add attribute gift_message text;
