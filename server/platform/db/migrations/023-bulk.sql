-- Files of orders that resellers send at once: docs/decisions/028.

-- A task: so much of so much is done, it goes on until it is done or stopped, and leaves a result.
create table bulk (
  id         uuid primary key,
  user_id    uuid not null references users,
  name       text not null,
  currency   text not null,
  is_test    boolean not null,
  state      text not null default 'running',
  done       int not null,
  total      int not null,
  created_at timestamptz not null,
  ended_at   timestamptz,
  constraint bulk_state check (state in ('running', 'done', 'stopped')),
  constraint bulk_ended check ((state = 'running') = (ended_at is null)),
  constraint bulk_done check (done between 0 and total and (state <> 'done' or done = total))
);
create index bulk_of_user on bulk (user_id, created_at desc, id desc);
create index bulk_ended_at on bulk (ended_at);

-- Each line of it. Its reference makes it one order, however often it is tried.
create table bulk_line (
  bulk_id    uuid not null references bulk on delete cascade,
  line       int not null,
  reference  text not null,
  product_id text not null,
  product_name text not null,
  player_id  text not null,
  zone_id    text not null,
  price_max  bigint,
  state      text not null,
  tries      int not null default 0,
  next_at    timestamptz not null,
  order_id   uuid,
  amount     bigint,
  words      text not null default '',
  primary key (bulk_id, line),
  constraint bulk_line_state check (state in ('waiting', 'placed', 'refused')),
  constraint bulk_line_waiting check (state <> 'waiting' or price_max is not null),
  constraint bulk_line_placed check ((state = 'placed') = (order_id is not null) and (state = 'placed') = (amount is not null))
) with (fillfactor = 80);
comment on column bulk_line.line is 'Where it begins in the file.';
comment on column bulk_line.price_max is 'What its order may cost at most: what it did as the file was sent.';
comment on column bulk_line.tries is 'Written before it is tried, so that a line that brings its node down is not tried for ever.';
comment on column bulk_line.words is 'Why it was not placed.';
create index bulk_line_next on bulk_line (bulk_id, line) where state = 'waiting';
