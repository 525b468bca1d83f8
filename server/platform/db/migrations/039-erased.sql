-- Gateway messages are reduced to their references. Bodies that older versions kept are emptied by the nightly clean-up.
alter table webhook alter column body set default '';
comment on column webhook.body is 'Empty. Older versions kept the whole message.';
comment on column webhook.body_hash is 'Of what the gateway has signed.';
create index webhook_with_body on webhook (id) where body <> '';

-- Whom to look for after their account was deleted, until every place was looked at twice: docs/security.md.
create table erasure (
  user_id    uuid primary key references users,
  sealed     bytea not null,
  looks      int not null default 0,
  created_at timestamptz not null
);
comment on column erasure.sealed is 'Name, e-mail and phone, encrypted with a key made from SECRET.';

-- Jobs that gave up, among which mails to a deleted person are looked for.
create index job_given_up on job (name) where attempts = attempts_max;
