-- What the shop shows and says around its catalogue.

create table banner (
  id          uuid primary key,
  slug        text not null,
  image_id    uuid not null references image,
  title       text not null,
  summary     text not null,
  description text not null,
  shown_date  date not null,
  publisher   text not null,
  link        text not null,
  is_shown    boolean not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create unique index banner_slug on banner (slug);

-- Dollars for one rupee. The newest row is in force; the others are its history.
create table rate (
  number     bigint generated always as identity primary key,
  usd        numeric(10, 8) not null,
  origin     text not null,
  is_held    boolean not null,
  user_id    uuid references users,
  created_at timestamptz not null,
  constraint rate_usd check (usd > 0 and usd < 1),
  constraint rate_origin check (origin in ('start', 'administrator', 'source')),
  constraint rate_held_by_hand check (origin = 'administrator' or not is_held)
);
comment on column rate.number is 'Says which row is the newest: the clocks of nodes differ.';
comment on column rate.is_held is 'It stays until somebody sets another: the rate source does not replace it.';
insert into rate (usd, origin, is_held, created_at)
values (0.012, 'start', false, '2025-01-01T00:00:00Z');

-- Settings that an administrator changes; a name that is missing has its default from the code.
create table setting (
  name       text primary key,
  value      jsonb not null,
  updated_at timestamptz not null
);

create table announcement (
  id         uuid primary key,
  title      text not null,
  message    text not null,
  link       text not null,
  ends_at    timestamptz,
  is_over    boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz
);
comment on column announcement.is_over is 'Written once its end has come, for every node at once: their clocks differ.';
create index announcement_created_at on announcement (created_at desc, id desc) where deleted_at is null;

create table goto_link (
  id         uuid primary key,
  slug       text not null,
  url        text not null,
  clicks     bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index goto_link_slug on goto_link (slug);

create table issue (
  id          uuid primary key,
  user_id     uuid not null references users,
  type        text not null,
  message     text not null,
  order_id    text,
  status      text not null default 'unresolved',
  is_read     boolean not null default false,
  answer      text,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint issue_type check (type in ('payment', 'recharge', 'other')),
  constraint issue_status check (status in ('unresolved', 'resolved'))
);
create index issue_of_user on issue (user_id, created_at desc);
create index issue_created_at on issue (created_at desc, id desc);

-- Countries of game accounts, as their source told them.
create table region_answer (
  player_id  text not null,
  zone_id    text not null,
  username   text not null,
  region     text not null,
  answered_at timestamptz not null,
  primary key (player_id, zone_id)
);
create index region_answer_answered_at on region_answer (answered_at);
