-- A customer who closed the payment page is told so, and not that the bank is being asked.
alter table payment add column returned_at timestamptz;
comment on column payment.returned_at is 'When the customer last came back from the page without having paid; null once they open it again.';
