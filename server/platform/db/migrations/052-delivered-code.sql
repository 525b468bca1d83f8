-- `order_code` becomes `delivered_code`. A view has the old name until the next version: docs/decisions/040.
alter table order_code rename to delivered_code;
alter table delivered_code rename column parcel_id to dispatch_id;
alter table delivered_code rename constraint order_code_pkey to delivered_code_pkey;
alter table delivered_code rename constraint order_code_of_parcel to delivered_code_of_dispatch;
alter table delivered_code rename constraint order_code_order_id_fkey to delivered_code_order_id_fkey;
alter table delivered_code rename constraint order_code_parcel_id_fkey to delivered_code_dispatch_id_fkey;
alter index order_code_of_order rename to delivered_code_of_order;
comment on table delivered_code is 'Codes that a delivery brought, or that a person entered.';
create view order_code as
  select id, order_id, dispatch_id as parcel_id, sealed, created_at from delivered_code;
