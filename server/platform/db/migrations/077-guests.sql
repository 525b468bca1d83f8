-- Customers who buy without an account. Each has a row in `users`, with an email that nobody has proven. Who proves it
-- claims the row: its orders and books stay where they are, and its money moves to the wallet of the account.
alter table users add column is_guest boolean not null default false;
alter table users add column claimed_by uuid references users;
comment on column users.is_guest is 'Bought without an account. Several guests may have one email.';
comment on column users.claimed_by is 'Account that proved the email of this guest.';
alter table users add constraint users_guest check (
  case when is_guest
    then role = 'user' and num_nonnulls(password_hash, google_subject) = 0
      and not is_email_verified and not is_phone_verified
    else claimed_by is null end) not valid;

alter table consent drop constraint consent_source_check;
alter table consent add constraint consent_source check (source in
  ('sign-up', 'google', 'guest', 'account', 'newsletter', 'purchase', 'parent', 'staff')) not valid;

alter table transfer drop constraint transfer_kind;
alter table transfer add constraint transfer_kind check (kind in
  ('top-up', 'order', 'coupon', 'cost', 'refund', 'gift', 'prize', 'conversion', 'adjustment', 'payout',
    'dispute', 'claim')) not valid;
