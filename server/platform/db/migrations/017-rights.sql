-- Staff: people of the shop who may do some of what administrators may.
alter table users drop constraint users_role;
alter table users add column rights text[] not null default '{}';
alter table users
  add constraint users_role check (role in ('user', 'reseller', 'staff', 'admin')),
  add constraint users_rights check (rights <@ array[
    'figures', 'orders', 'payments', 'catalogue', 'marketing', 'customers', 'support']);
comment on column users.rights is 'What a member of the staff may do. It counts for nobody else.';

-- What the people of the shop show besides their password: an app that makes codes, or a passkey.
create table second_factor (
  id            uuid primary key,
  user_id       uuid not null references users,
  kind          text not null,
  name          text not null,
  secret        bytea,
  last_step     bigint,
  credential_id text,
  public_key    bytea,
  sign_count    bigint,
  transports    text[],
  created_at    timestamptz not null,
  used_at       timestamptz not null,
  constraint second_factor_kind check (
    (kind = 'app' and num_nonnulls(secret, last_step) = 2
      and num_nonnulls(credential_id, public_key, sign_count, transports) = 0)
    or (kind = 'passkey' and num_nonnulls(secret, last_step) = 0
      and num_nonnulls(credential_id, public_key, sign_count, transports) = 4)
  ),
  constraint second_factor_credential unique (credential_id)
);
comment on column second_factor.secret is 'Sealed with a key of the shop''s SECRET.';
comment on column second_factor.last_step is 'The latest half minute whose code was used: it, and those before it, are not good again.';
comment on column second_factor.sign_count is 'How often the passkey has signed, where it counts; a copy of it would fall behind.';
create index second_factor_of_user on second_factor (user_id);

-- For who has lost what they show. Only hashes, made with a key of the shop's SECRET.
create table recovery_code (
  user_id uuid not null references users,
  hash    bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- What a session has begun: an app or a passkey that is being added, a passkey that is being asked. One of each kind.
create table factor_begun (
  session_id uuid not null references session on delete cascade,
  purpose    text not null,
  secret     bytea not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose),
  constraint factor_begun_purpose check (purpose in ('add app', 'add passkey', 'ask passkey'))
);
comment on column factor_begun.secret is 'Of an app its secret, sealed; of a passkey the challenge that it has to sign.';

alter table session add column confirmed_at timestamptz;
comment on column session.confirmed_at is 'When it last showed a second factor. Null: not yet.';
