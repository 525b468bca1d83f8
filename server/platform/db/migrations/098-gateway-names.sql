-- Names of gateways are data of their connectors, so the database checks only their form. Earlier rows satisfied the
-- narrower constraint, so they are not read again.
alter table payment
  drop constraint payment_gateway,
  add constraint payment_gateway check (gateway ~ '^[a-z][a-z0-9-]{1,29}$') not valid;
