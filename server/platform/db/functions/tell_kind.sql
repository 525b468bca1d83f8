-- Tells the back office that rows of a kind have changed. The trigger names the kind's sequence by
-- its old name; nodes of this version read the new one. Drawing from a sequence takes no row and no
-- lasting lock, so nobody waits.
create or replace function tell_kind()
returns trigger
language plpgsql
as $$
begin
  perform nextval(tg_argv[0]::regclass), nextval(replace(tg_argv[0], 'news_', 'updates_of_')::regclass);
  return null;
end $$;
