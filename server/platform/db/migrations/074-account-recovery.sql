-- Recoveries of accounts whose owners can no longer sign in. One person asks for it, another one approves it.
create table account_recovery (
  id         uuid primary key,
  user_id    uuid not null references users,
  new_email  text,
  can_undo   boolean not null,
  note       text not null,
  state      text not null check (state in ('waiting', 'done', 'declined')),
  asked_by   uuid not null references users,
  asked_at   timestamptz not null,
  decided_by uuid references users,
  decided_at timestamptz,
  answer     text not null default '',
  constraint account_recovery_decided check (
    (state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint account_recovery_by_two check (state <> 'done' or decided_by not in (asked_by, user_id)),
  constraint account_recovery_not_own check (asked_by <> user_id)
);
comment on table account_recovery is 'Recoveries of accounts whose owners can no longer sign in.';
comment on column account_recovery.new_email is 'Null keeps the current one.';
comment on column account_recovery.can_undo is 'The old email gets a link that undoes the change. False if a thief reads it.';
comment on column account_recovery.note is 'How the owner was recognised.';
comment on column account_recovery.answer is 'Why it was declined.';
create index account_recovery_asked_at on account_recovery (asked_at desc, id desc);
-- An account has at most one recovery that waits.
create unique index account_recovery_waiting on account_recovery (user_id) where state = 'waiting';
create index account_recovery_of_user on account_recovery (user_id, asked_at desc);
