-- `source_health` becomes `supplier_health`. A view has the old name until the next version: docs/decisions/040.
alter table source_health rename to supplier_health;
alter table supplier_health rename column source to supplier;
alter table supplier_health rename constraint source_health_pkey to supplier_health_pkey;
alter table supplier_health rename constraint source_health_open to supplier_health_open;
create view source_health as
  select supplier as source, failures, opened_at, open_until from supplier_health;
