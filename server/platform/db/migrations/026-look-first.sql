-- An order that waited for its payment in a backup that was restored: docs/decisions/029.
alter table orders add column look_first boolean not null default false;
comment on column orders.look_first is 'It may have been paid and delivered after the backup: when it is paid here, a person looks before it is sent.';
