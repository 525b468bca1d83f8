-- PayPal keeps money in a balance until it is withdrawn or converted. PhonePe tells only the sum of each transfer.
alter table settlement_line
  add column is_held boolean not null default false,
  drop constraint settlement_line_kind_check,
  add constraint settlement_line_kind
    check (kind in ('payment', 'refund', 'dispute', 'other', 'withdrawal', 'conversion'));
comment on column settlement_line.is_held is 'Stays in a balance at the gateway, apart from its fee.';
create index settlement_line_refunds on settlement_line (gateway, read_at) where kind = 'refund';
