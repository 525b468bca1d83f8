-- `source_account` becomes `supplier_account`. A view has the old name until the next version: docs/decisions/040.
alter table source_account rename to supplier_account;
alter table supplier_account rename column source to supplier;
alter table supplier_account rename constraint source_account_pkey to supplier_account_pkey;
create view source_account as
  select supplier as source, sealed, updated_at from supplier_account;
