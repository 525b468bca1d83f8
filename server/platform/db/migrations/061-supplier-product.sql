-- `source_product` becomes `supplier_product`. A view has the old name until the next version: docs/decisions/040.
alter table source_product rename to supplier_product;
alter table supplier_product rename column source to supplier;
alter table supplier_product rename constraint source_product_pkey to supplier_product_pkey;
create view source_product as
  select supplier as source, game, region, product_id, name, cost, currency, is_available, seen_at from
    supplier_product;
