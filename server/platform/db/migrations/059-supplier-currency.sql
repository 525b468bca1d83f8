-- `source_currency` becomes `supplier_currency`. A view has the old name until the next version: docs/decisions/040.
alter table source_currency rename to supplier_currency;
alter table supplier_currency rename column source to supplier;
alter table supplier_currency rename constraint source_currency_pkey to supplier_currency_pkey;
alter table supplier_currency rename constraint source_currency_positive to supplier_currency_positive;
create view source_currency as
  select supplier as source, currency, paise, updated_at from supplier_currency;
