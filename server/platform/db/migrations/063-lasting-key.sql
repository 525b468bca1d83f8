-- `kept_key` becomes `lasting_key`. A view has the old name until the next version: docs/decisions/040.
alter table kept_key rename to lasting_key;
alter table lasting_key rename constraint kept_key_pkey to lasting_key_pkey;
comment on table lasting_key is 'Keys that verify old links, addresses and recovery codes after SECRET has changed.';
create view kept_key as
  select purpose, fingerprint, sealed, created_at from lasting_key;
