-- Every value of the settings that documents are issued with. A document takes those of its own time.
create table setting_history (
  name  text not null,
  since timestamptz not null,
  value jsonb not null,
  primary key (name, since)
);
-- Orders from before this table get the settings of today.
insert into setting_history (name, since, value)
select name, '0001-01-01', value from setting where name in ('shopName', 'legal', 'tax');

-- Tax documents. A row is never changed or deleted; the function `write_document` numbers and hashes it.
create table document (
  number   text primary key,
  series   text not null,
  year     text not null,
  position int not null,
  kind     text not null check (kind in ('invoice', 'credit note')),
  transfer bigint not null unique,
  order_id uuid not null,
  user_id  uuid not null,
  corrects text references document,
  dated_at timestamptz not null,
  content  jsonb not null,
  hash     bytea not null,
  constraint document_position unique (series, year, position),
  constraint document_once unique (order_id, kind),
  constraint document_corrects check ((kind = 'credit note') = (corrects is not null))
);
comment on column document.transfer is 'The first ledger line of what it documents.';
comment on column document.dated_at is 'When the money moved. The job that numbers documents runs some seconds later.';

-- Customers as named on their documents. Rows of erased accounts are deleted; the document keeps a salted hash.
create table document_buyer (
  document text primary key references document,
  user_id  uuid not null,
  salt     bytea not null,
  buyer    jsonb not null
);
create index document_buyer_user on document_buyer (user_id);

-- The last ledger line that documents were issued for.
create table document_cursor (
  is_only boolean primary key default true check (is_only),
  last    bigint not null
);
insert into document_cursor (last) values (0);

create trigger stay before update or delete on document for each row execute function refuse_change();
create trigger stay_whole before truncate on document for each statement execute function refuse_change();
alter table document enable always trigger stay, enable always trigger stay_whole;
