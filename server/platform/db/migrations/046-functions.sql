-- Functions are files of their own from here on: docs/decisions/033.

-- The revision of each function that this database has. A node applies its own text only where that is no older.
create table applied_function (
  name       text primary key,
  revision   int not null,
  checksum   text not null,
  applied_at timestamptz not null default now()
);
comment on column applied_function.revision is 'Lines of the function in functions/checksums.txt: it grows with every change.';

-- A line of the ledger before it is posted, as `post_lines` takes it.
create type ledger_line as (
  key        text,
  line       int,
  kind       text,
  debit      bigint,
  credit     bigint,
  currency   text,
  amount     bigint,
  reference  text,
  order_id   uuid,
  created_at timestamptz
);
