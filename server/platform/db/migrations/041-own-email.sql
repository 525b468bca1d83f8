-- Codes that verify the e-mail of the account that asked for them.

alter table challenge drop constraint challenge_purpose;
alter table challenge drop constraint challenge_owner;
alter table challenge
  add constraint challenge_purpose
    check (purpose in ('email', 'phone', 'own-phone', 'confirm', 'own-email')),
  add constraint challenge_owner
    check ((purpose in ('own-phone', 'confirm', 'own-email')) = (user_id is not null));
comment on column challenge.user_id is 'The account that asked. Null for sign-in, where the recipient may be nobody and no answer may tell.';

comment on column session.refreshed_at is 'When the session was last used, to within five minutes.';
