-- Moves money: one event with all of its lines, or none. The same event again moves nothing and
-- returns the same balances; other content under its key is refused. Wallets are created in one
-- order and then locked in one order, so that events never deadlock.
create or replace function move_money(
  event_key text, event_kind text, event_reference text, event_order uuid, event_at timestamptz,
  sources text[], targets text[], currencies text[], amounts bigint[]
)
returns table (event_line int, is_repeat boolean, source_balance bigint, target_balance bigint)
language plpgsql
set search_path from current
as $$
declare
  size int := cardinality(amounts);
  debits bigint[];
  credits bigint[];
  entry ledger_line;
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
    entry := (event_key, i, event_kind, debits[i], credits[i], currencies[i], amounts[i], event_reference,
      event_order, event_at);
    exit when post_lines(array[entry]) = 0; -- the event is known by its first line; nothing more of it may move
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
