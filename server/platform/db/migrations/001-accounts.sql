-- People, their sessions, the codes sent to them, and what guards against guessing.

create extension if not exists pg_trgm;

create table users (
  id                uuid primary key,
  full_name         text not null,
  email             text,
  phone             text,
  password_hash     text,
  google_subject    text,
  role              text not null default 'user',
  is_email_verified boolean not null default false,
  is_phone_verified boolean not null default false,
  is_blocked        boolean not null default false,
  signed_out_before timestamptz not null default '-infinity',
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  deleted_at        timestamptz,
  constraint users_role check (role in ('user', 'reseller', 'admin')),
  constraint users_email_lower check (email = lower(email)),
  constraint users_erased check (
    (deleted_at is null and email is not null)
    or (deleted_at is not null
        and num_nonnulls(email, phone, password_hash, google_subject) = 0)
  )
);
comment on column users.password_hash is 'Null for who has only ever signed in with Google, by code, or is deleted.';
comment on column users.signed_out_before is 'Sessions begun before this are over: blocking ends them all, and unblocking brings none back.';
comment on column users.phone is 'Null for who signed up with Google. Ten digits; several accounts may claim one, only one may prove it.';

create unique index users_email on users (email);
create unique index users_verified_phone on users (phone) where is_phone_verified;
create unique index users_google_subject on users (google_subject);
create index users_created_at on users (created_at, id) where deleted_at is null;
create index users_updated_at on users (updated_at, id) where deleted_at is null;
create index users_search on users
  using gin (email gin_trgm_ops, phone gin_trgm_ops, full_name gin_trgm_ops) where deleted_at is null;

-- A session is one family of refresh tokens. Only the newest token of a family is good; an older one
-- shown again means that it was stolen or lost, and ends the session for whoever holds it.
create table session (
  id           uuid primary key,
  user_id      uuid not null references users,
  refresh_hash bytea not null,
  user_agent   text not null,
  address      text not null,
  created_at   timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  end_reason   text
);
create index session_of_user on session (user_id) where ended_at is null;
create index session_expires_at on session (expires_at);

-- A four-digit code on its way to a phone or an e-mail. The code itself is nowhere: it is computed
-- from the id and the shop's secret by who sends it and by who checks it.
create table challenge (
  id         uuid primary key,
  purpose    text not null,
  recipient  text not null,
  user_id    uuid references users,
  tries      int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint challenge_purpose check (purpose in ('email', 'phone', 'own-phone')),
  constraint challenge_tries check (tries between 0 and 5),
  constraint challenge_owner check ((purpose = 'own-phone') = (user_id is not null))
);
comment on column challenge.user_id is 'Whose phone is being proved. Null for sign-in, where the recipient may be nobody and no answer may tell.';
create index challenge_expires_at on challenge (expires_at);

-- How often something was tried within a window, where a forgotten count would let someone guess.
create table allowance (
  key       text primary key,
  used      int not null,
  resets_at timestamptz not null
);
create index allowance_resets_at on allowance (resets_at);

-- Every change an administrator makes, with what was there before.
create table audit (
  id         uuid primary key,
  user_id    uuid not null references users,
  action     text not null,
  subject    text not null,
  before     jsonb,
  after      jsonb,
  address    text not null,
  created_at timestamptz not null
);
create index audit_created_at on audit (created_at, id);
create index audit_of_subject on audit (subject, created_at);
