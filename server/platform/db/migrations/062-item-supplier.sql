-- `item_source` becomes `item_supplier`. A view has the old name until the next version: docs/decisions/040.
alter table item_source rename to item_supplier;
alter table item_supplier rename column source to supplier;
alter table item_supplier rename column service_id to product_id;
alter table item_supplier rename constraint item_source_pkey to item_supplier_pkey;
alter table item_supplier rename constraint item_source_once to item_supplier_once;
alter table item_supplier rename constraint item_source_product to item_supplier_product;
alter table item_supplier rename constraint item_source_source to item_supplier_supplier;
alter table item_supplier rename constraint item_source_item_id_fkey to item_supplier_item_id_fkey;
create view item_source as
  select item_id, position, supplier as source, game, region, product_id as service_id from item_supplier;
