-- Links by which somebody else pays for a pack. An order keeps the link that it was placed with.
create table pay_link (
  id         uuid primary key,
  user_id    uuid not null references users,
  item_id    uuid not null references item,
  player_id  text,
  zone_id    text not null default '',
  name       text not null default '',
  message    text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz
);
comment on table pay_link is 'Links by which somebody else pays for a pack.';
comment on column pay_link.player_id is 'Null if whoever pays chooses the player.';
comment on column pay_link.ended_at is 'When it was withdrawn.';
create index pay_link_of_user on pay_link (user_id, created_at);
create index pay_link_expires_at on pay_link (expires_at);

alter table orders add column pay_link uuid;
comment on column orders.pay_link is 'Link by which it was placed. The link may be deleted before the order.';
alter type order_request add attribute pay_link uuid;
