-- `source_balance` becomes `supplier_balance`. A view has the old name until the next version: docs/decisions/040.
alter table source_balance rename to supplier_balance;
alter table supplier_balance rename column source to supplier;
alter table supplier_balance rename constraint source_balance_pkey to supplier_balance_pkey;
alter table supplier_balance rename constraint source_balance_read to supplier_balance_read;
comment on column supplier_balance.low_below is 'In the supplier’s currency; null where nobody wants to hear of it.';
create view source_balance as
  select supplier as source, low_below, amount, currency, read_at, short_since from supplier_balance;
