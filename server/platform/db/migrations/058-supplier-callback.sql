-- `source_callback` becomes `supplier_callback`. A view has the old name until the next version: docs/decisions/040.
alter table source_callback rename to supplier_callback;
alter table supplier_callback rename column source to supplier;
alter table supplier_callback rename constraint source_callback_pkey to supplier_callback_pkey;
create view source_callback as
  select supplier as source, last_at from supplier_callback;
