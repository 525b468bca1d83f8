-- Proofs of sessions and phones, API keys that end with the password, and links that undo a changed address.

alter table session add column proven_at timestamptz;
comment on column session.proven_at is 'When its owner last gave a password, a code from their e-mail, or signed in with Google. Null: signed in by phone only.';

alter table users
  add column credentials_changed_at timestamptz not null default '-infinity',
  add column phone_proven_at timestamptz not null default now();
comment on column users.credentials_changed_at is 'API keys and known devices from before this no longer count.';
comment on column users.phone_proven_at is 'When a code last proved the verified phone. An old proof opens no session on an unknown device.';

-- In the transaction that changes the password, so no key outlives it.
create function end_api_keys() returns trigger language plpgsql as $$
begin
  update api_key set ended_at = new.credentials_changed_at where user_id = new.id and ended_at is null;
  if found and new.email is not null then
    insert into job (id, name, payload, run_at, attempts_max)
    values (gen_random_uuid(), 'send-notice',
      jsonb_build_object('notice', 'api-keys-ended', 'to', new.email, 'fullName', new.full_name),
      new.credentials_changed_at, 12);
  end if;
  return null;
end $$;
create trigger end_api_keys after update of credentials_changed_at on users for each row
  when (new.credentials_changed_at is distinct from old.credentials_changed_at)
  execute function end_api_keys();

alter table challenge add column is_trusted boolean not null default false;
comment on column challenge.is_trusted is 'Requested by a known device or a signed-in owner. Wrong answers to it count apart from those of strangers.';
alter table challenge drop constraint challenge_purpose;
alter table challenge drop constraint challenge_owner;
alter table challenge
  add constraint challenge_purpose check (purpose in ('email', 'phone', 'own-phone', 'confirm')),
  add constraint challenge_owner check ((purpose in ('own-phone', 'confirm')) = (user_id is not null));

-- An account's addresses before each change. The link that restores them is computed from the id and the shop's secret.
create table address_undo (
  id                uuid primary key,
  number            bigint generated always as identity,
  user_id           uuid not null references users,
  email             text not null,
  phone             text,
  is_phone_verified boolean not null,
  google_subject    text,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  used_at           timestamptz
);
comment on column address_undo.number is 'The order of changes. Using a link voids those of later changes.';
comment on column address_undo.email is 'Where the link was sent. Nobody else may register it while the link works.';
create index address_undo_of_user on address_undo (user_id);
create index address_undo_email on address_undo (email) where used_at is null;
create index address_undo_expires_at on address_undo (expires_at);
