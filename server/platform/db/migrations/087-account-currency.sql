-- A currency has books once it has accounts of the house, so no list of currencies stands here.
alter table account
  drop constraint account_currency,
  add constraint account_currency check (currency ~ '^[A-Z]{3}$') not valid;
