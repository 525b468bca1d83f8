-- `allowance` becomes `rate_limit`. A view has the old name until the next version: docs/decisions/040.
alter table allowance rename to rate_limit;
alter table rate_limit rename constraint allowance_pkey to rate_limit_pkey;
alter index allowance_resets_at rename to rate_limit_resets_at;
comment on table rate_limit is 'Uses within a window, where a forgotten count would let someone guess.';
create view allowance as
  select key, used, resets_at from rate_limit;
