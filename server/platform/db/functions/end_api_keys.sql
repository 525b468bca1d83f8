-- Ends a person's API keys in the transaction that changes their password, so that no key outlives
-- it. They get a mail.
create or replace function end_api_keys()
returns trigger
language plpgsql
as $$
begin
  update api_key set ended_at = new.credentials_changed_at where user_id = new.id and ended_at is null;
  if found and new.email is not null then
    perform enqueue_job(
      'send-notice',
      array[jsonb_build_object('notice', 'api-keys-ended', 'to', new.email, 'fullName', new.full_name)],
      array[new.credentials_changed_at]);
  end if;
  return null;
end $$;
