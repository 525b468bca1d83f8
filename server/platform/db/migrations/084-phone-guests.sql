-- Guests may give a phone in place of an email. Their email is empty, not null: null is for deleted accounts.
alter table users add constraint users_contact
  check (email <> '' or (is_guest and phone is not null)) not valid;
comment on column users.email is 'Null for deleted accounts. Empty for guests who gave a phone.';
comment on column users.claimed_by is 'Account that proved the email or phone of this guest.';
