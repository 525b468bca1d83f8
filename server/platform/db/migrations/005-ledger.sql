-- The books. Nothing in these four tables is ever changed or removed: docs/ledger.md, decisions/011.

-- Whose money, or what the house keeps it for. There are no totals here: a wallet's balance is the last line
-- of its postings, a house account's is a sum, so no row is written by all orders.
create table account (
  id       bigint generated always as identity primary key,
  address  text not null,
  currency text not null,
  user_id  uuid references users,
  constraint account_address_currency unique (address, currency),
  constraint account_currency check (currency in ('INR', 'USD')),
  constraint account_address check (
    case when user_id is null then address ~ '^house:[a-z-]+$' else address = 'wallet:' || user_id end)
);
comment on column account.user_id is 'Null for house accounts.';
create index account_of_user on account (user_id) where user_id is not null;

create sequence transfer_number;
-- Amount from one account to another of the same currency: what leaves and what arrives cannot differ.
-- One event moves its lines together, under one key.
create table transfer (
  number     bigint primary key,
  key        text not null,
  line       int not null,
  kind       text not null,
  debit      bigint not null,
  credit     bigint not null,
  currency   text not null,
  amount     bigint not null,
  reference  text not null,
  order_id   uuid,
  created_at timestamptz not null,
  hash       bytea not null,
  constraint transfer_key unique (key, line),
  constraint transfer_key_shape check (key collate "C" ~ '^[!-~]+$' and length(key) <= 300),
  constraint transfer_line check (line > 0),
  constraint transfer_kind check (kind in
    ('top-up', 'order', 'coupon', 'cost', 'refund', 'gift', 'prize', 'conversion', 'adjustment')),
  constraint transfer_two_accounts check (debit <> credit),
  constraint transfer_amount check (amount between 1 and 9007199254740991),
  constraint transfer_reference check (reference collate "C" ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}$'),
  constraint transfer_milliseconds check (
    extract(microseconds from created_at)::bigint % 1000 = 0 and isfinite(created_at))
);
alter sequence transfer_number owned by transfer.number;
comment on column transfer.debit is 'No foreign key: it would lock the row of a house account that all orders share. `write_transfer` looks it up, and accounts stay.';
comment on column transfer.order_id is 'Null for what belongs to no order.';
create index transfer_reference on transfer (reference text_pattern_ops);
create index transfer_of_order on transfer (order_id) where order_id is not null;

-- The lines of a wallet, each chained to the one before. `write_posting` writes every column of it.
create table posting (
  account_id bigint not null,
  sequence   bigint not null,
  transfer   bigint not null,
  user_id    uuid not null,
  currency   text not null,
  amount     bigint not null,
  balance    bigint not null,
  created_at timestamptz not null,
  hash       bytea not null,
  primary key (account_id, sequence),
  constraint posting_once unique (transfer, account_id),
  constraint no_overdraft check (balance between 0 and 9007199254740991)
);
create index posting_of_user on posting (user_id, created_at, transfer);
create index posting_created_at on posting (created_at, transfer);
-- Rupees and dollars by their numbers, as lists sort them.
create index posting_price on posting ((amount * case currency when 'INR' then 100 else 1 end), transfer);

-- What the whole book was at a moment: transfers up to a number, and the seal before.
create table seal (
  number     bigint primary key,
  last       bigint not null,
  count      bigint not null,
  root       bytea not null,
  created_at timestamptz not null,
  hash       bytea not null,
  constraint seal_count check (count > 0)
);

-- Fields as lines of text, as docs/ledger.md tells them to whoever computes them anew. (In plpgsql, which is called twice
-- for each line of the books: a function in SQL that is not inlined costs three times as much.)
create function ledger_hash(start bytea, fields text[]) returns bytea language plpgsql immutable parallel safe as $$
begin
  return sha256(start || convert_to(array_to_string(fields, E'\n', ''), 'UTF8'));
end $$;

create function ledger_moment(moment timestamptz) returns text language plpgsql immutable parallel safe as $$
begin
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $$;

create function write_transfer() returns trigger language plpgsql as $$
declare
  source account;
  target account;
begin
  select * into strict source from account where id = new.debit;
  select * into strict target from account where id = new.credit;
  if new.currency is distinct from source.currency or new.currency is distinct from target.currency then
    raise exception 'A transfer has one currency' using errcode = 'check_violation', constraint = 'transfer_currency';
  end if;
  new.number := nextval('transfer_number'); -- whatever was asked for: seals count on it
  new.hash := ledger_hash('', array['transfer', new.number::text, new.key, new.line::text, new.kind,
    source.address, target.address, new.currency, new.amount::text, new.reference,
    new.order_id::text, ledger_moment(new.created_at)]);
  return new;
end $$;

create function post_transfer() returns trigger language plpgsql as $$
begin
  insert into posting (transfer, account_id)
  select number, id from moved
  cross join lateral (select id from account where id in (debit, credit) and user_id is not null) wallet
  order by number, id;
  return null;
end $$;

-- Nothing of what is sent counts but which transfer and which wallet, and that pair is there once.
create function write_posting() returns trigger language plpgsql as $$
declare
  moved transfer;
  wallet account;
  before posting;
begin
  select * into strict moved from transfer where number = new.transfer;
  select * into strict wallet from account where id = new.account_id for no key update;
  select * into before from posting where account_id = wallet.id order by sequence desc limit 1;
  new.user_id := wallet.user_id;
  new.currency := moved.currency;
  new.sequence := coalesce(before.sequence, 0) + 1;
  new.amount := case wallet.id when moved.credit then moved.amount when moved.debit then -moved.amount end;
  new.balance := coalesce(before.balance, 0) + new.amount;
  if new.balance < 0 then
    raise exception 'Too little money in %', wallet.address using errcode = 'check_violation',
      constraint = 'no_overdraft', detail = -new.balance || ' ' || moved.currency;
  end if;
  new.created_at := moved.created_at;
  new.hash := ledger_hash(coalesce(before.hash, decode(repeat('00', 32), 'hex')), array['posting',
    new.user_id::text, new.currency, new.sequence::text, new.amount::text, new.balance::text,
    ledger_moment(moved.created_at), moved.kind, moved.reference, moved.order_id::text,
    encode(moved.hash, 'hex')]);
  return new;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is only ever added to: no % of %', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation', constraint = 'ledger_stays';
end $$;

create trigger write before insert on transfer for each row execute function write_transfer();
create trigger post after insert on transfer referencing new table as moved
  for each statement execute function post_transfer();
create trigger write before insert on posting for each row execute function write_posting();

-- The door: one event, all of its lines or none. The same event again moves nothing and tells the same.
-- Wallets are created in one order and then locked in one order, so events never wait in a circle.
create function move_money(
  event_key text, event_kind text, event_reference text, event_order uuid, event_at timestamptz,
  sources text[], targets text[], currencies text[], amounts bigint[])
returns table (event_line int, is_repeat boolean, source_balance bigint, target_balance bigint)
language plpgsql as $$
declare
  size int := cardinality(amounts);
  debits bigint[];
  credits bigint[];
  written int := 0;
begin
  if (size > 0 and (size, size, size) = (cardinality(sources), cardinality(targets), cardinality(currencies)))
      is not true then
    raise exception 'An event has lines, and each has all its fields';
  end if;
  for round in 1..2 loop
    for i in 1..size loop
      debits[i] := (select id from account where address = sources[i] and currency = currencies[i]);
      credits[i] := (select id from account where address = targets[i] and currency = currencies[i]);
    end loop;
    exit when array_position(debits || credits, null) is null;
    insert into account (address, currency, user_id)
    select distinct address, currency, substr(address, 8)::uuid
    from unnest(sources || targets, currencies || currencies) as wallet (address, currency)
    where starts_with(address, 'wallet:') order by 1, 2
    on conflict do nothing;
  end loop;
  perform from account where id = any(debits || credits) and user_id is not null order by id for no key update;

  for i in 1..size loop
    insert into transfer (key, line, kind, debit, credit, currency, amount, reference, order_id, created_at)
    values (event_key, i, event_kind, debits[i], credits[i], currencies[i], amounts[i], event_reference,
      event_order, event_at)
    on conflict (key, line) do nothing;
    exit when not found; -- the event is known by its first line; nothing more of it may move
    written := i;
  end loop;
  if written < size and (written > 0 or size <> (
      select count(*) filter (where debit = debits[line] and credit = credits[line]
          and currency = currencies[line] and amount = amounts[line] and kind = event_kind
          and reference = event_reference and order_id is not distinct from event_order)
        - count(*) filter (where line > cardinality(amounts))
      from transfer where key = event_key)) then
    raise exception 'The key % has moved other money', event_key
      using errcode = 'unique_violation', constraint = 'transfer_key';
  end if;

  return query
  select moved.line, written = 0, source.balance, target.balance
  from transfer moved
  left join posting source on source.transfer = moved.number and source.account_id = moved.debit
  left join posting target on target.transfer = moved.number and target.account_id = moved.credit
  where moved.key = event_key order by moved.line;
end $$;

create function balance_of(owner uuid, in_currency text) returns bigint stable parallel safe
begin atomic
  select coalesce((
    select balance from posting
    where account_id = (select id from account where address = 'wallet:' || owner and currency = in_currency)
    order by sequence desc limit 1), 0);
end;

-- Always: also where session_replication_role would leave triggers out. And in this schema only: a table of
-- the same name in somebody's own schema or among their temporary ones is not the book.
do $$
declare
  name text;
begin
  foreach name in array array['account', 'transfer', 'posting', 'seal'] loop
    execute format('create trigger stay before update or delete on %I for each row execute function refuse_change()', name);
    execute format('create trigger stay_whole before truncate on %I for each statement execute function refuse_change()', name);
    execute format('alter table %I enable always trigger stay, enable always trigger stay_whole', name);
  end loop;
  alter table transfer enable always trigger write, enable always trigger post;
  alter table posting enable always trigger write;
  foreach name in array array['write_transfer()', 'post_transfer()', 'write_posting()', 'move_money'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;

insert into account (address, currency)
select 'house:' || purpose, currency
from unnest(array['gateway', 'sales', 'providers', 'coupons', 'gifts', 'prizes', 'conversion', 'adjustments']) as purpose,
  unnest(array['INR', 'USD']) as currency order by 1, 2;

-- First answers of calls that were sent with an Idempotency-Key.
create table idempotency (
  user_id      uuid not null references users,
  call         text not null,
  key          text not null,
  request_hash bytea not null,
  answer       jsonb,
  created_at   timestamptz not null,
  primary key (user_id, call, key)
) with (fillfactor = 70);
comment on column idempotency.answer is 'Null only inside the transaction that is at work on it.';
create index idempotency_created_at on idempotency (created_at);
