-- `factor_begun` becomes `second_factor_challenge`. A view has the old name until the next version: docs/decisions/040.
alter table factor_begun rename to second_factor_challenge;
alter table second_factor_challenge rename constraint factor_begun_pkey to second_factor_challenge_pkey;
alter table second_factor_challenge rename constraint factor_begun_purpose to second_factor_challenge_purpose;
alter table second_factor_challenge rename constraint factor_begun_session_id_fkey to second_factor_challenge_session_id_fkey;
comment on table second_factor_challenge is 'Second factors that are being added or shown.';
create view factor_begun as
  select session_id, purpose, secret, expires_at from second_factor_challenge;
