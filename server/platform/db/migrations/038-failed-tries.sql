-- A customer whose try to pay has failed is told so while the order still waits for its payment.
alter table payment add column try_failed_at timestamptz;
comment on column payment.try_failed_at is 'When the last try failed on a page that can still be paid; null once another try is under way.';
