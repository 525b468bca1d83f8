-- Tells the back office that rows of a kind have changed. The trigger names the kind's sequence:
-- drawing from one takes no row and no lasting lock, so nobody waits.
create or replace function tell_kind()
returns trigger
language plpgsql
as $$
begin
  perform nextval(tg_argv[0]::regclass);
  return null;
end $$;
