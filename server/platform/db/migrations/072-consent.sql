-- A log of consents, given and withdrawn, with the words that were read. It names only the account, and outlives it.
create table consent (
  id         uuid primary key,
  user_id    uuid not null references users,
  purpose    text not null check (purpose in ('terms', 'news', 'age', 'parent')),
  is_given   boolean not null,
  words      text not null,
  source     text not null check (source in ('sign-up', 'google', 'account', 'newsletter', 'purchase', 'parent', 'staff')),
  created_at timestamptz not null
);
create index consent_of_user on consent (user_id, created_at);

create trigger stay before update or delete on consent for each row execute function refuse_change();
create trigger stay_whole before truncate on consent for each statement execute function refuse_change();
alter table consent enable always trigger stay, enable always trigger stay_whole;

-- The parent or guardian of a customer under 18, asked by email.
create table parent_request (
  id          uuid primary key,
  user_id     uuid not null unique references users,
  email       text not null,
  asked_at    timestamptz not null,
  answered_at timestamptz,
  is_agreed   boolean,
  constraint parent_answer check ((answered_at is null) = (is_agreed is null))
);

alter table users add column age text check (age in ('adult', 'minor'));
comment on column users.age is 'Whether they said that they are 18 or older; null if they were never asked.';
