-- Why a payment went to another gateway than the first choice.
alter table payment add column gateway_reason text not null default '';
comment on column payment.gateway_reason is 'Empty for the first choice.';
