-- Rates of any currency: docs/decisions/058. Nodes of the last version go on reading and setting that of dollars.
alter table rate rename to exchange_rate;
alter table exchange_rate rename column usd to per_rupee;
alter table exchange_rate rename constraint rate_origin to exchange_rate_origin;
alter table exchange_rate rename constraint rate_held_by_hand to exchange_rate_held_by_hand;
alter table exchange_rate drop constraint rate_usd;
alter table exchange_rate
  alter column per_rupee type numeric(14, 8),
  add column currency text not null default 'USD',
  add column is_offered boolean not null default true,
  add constraint exchange_rate_currency check (currency ~ '^[A-Z]{3}$' and currency <> 'INR'),
  add constraint exchange_rate_per_rupee check (per_rupee > 0 and (currency <> 'USD' or per_rupee < 1)),
  add constraint exchange_rate_dollars_offered check (currency <> 'USD' or is_offered);
create index exchange_rate_of_currency on exchange_rate (currency, number);
comment on column exchange_rate.per_rupee is 'The value of one rupee in the currency.';
comment on column exchange_rate.is_offered is 'False: customers are no longer offered the currency. Wallets and orders keep it.';

create view rate as
  select number, per_rupee as usd, origin, is_held, user_id, created_at from exchange_rate where currency = 'USD';
