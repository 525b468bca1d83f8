-- Keys whose work outlives the SECRET that they were made from: links in mails, addresses that providers were told, recovery codes.
create table kept_key (
  purpose     text not null,
  fingerprint text not null,
  sealed      bytea not null,
  created_at  timestamptz not null,
  primary key (purpose, fingerprint)
);
comment on column kept_key.fingerprint is 'Tells the key from others and nothing of it.';
comment on column kept_key.sealed is 'The key, sealed with the SECRET of now.';
