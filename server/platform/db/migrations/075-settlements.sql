-- Lines of the settlements that gateways paid to the shop's bank, as they report them.
create table settlement_line (
  gateway            text not null,
  id                 text not null,
  kind               text not null check (kind in ('payment', 'refund', 'dispute', 'other')),
  gateway_payment_id text,
  amount             bigint not null,
  fee                bigint not null,
  fee_tax            bigint not null,
  currency           text not null,
  settlement_id      text not null,
  bank_reference     text,
  settled_at         timestamptz not null,
  read_at            timestamptz not null,
  primary key (gateway, id)
);
comment on column settlement_line.amount is 'Before the fee. What was taken from the shop is negative.';
comment on column settlement_line.fee is 'Without its tax.';
comment on column settlement_line.bank_reference is 'The UTR of the transfer.';
create index settlement_line_settled_at on settlement_line (settled_at, gateway, id);
create index settlement_line_of_payment on settlement_line (gateway, gateway_payment_id) where gateway_payment_id is not null;

create trigger stay before update or delete on settlement_line for each row execute function refuse_change();
create trigger stay_whole before truncate on settlement_line for each statement execute function refuse_change();
alter table settlement_line enable always trigger stay, enable always trigger stay_whole;
