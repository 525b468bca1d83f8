-- Keeps the old names of two columns of `task` equal to the new ones, for nodes of the version
-- before. Whichever of the two has changed counts.
create or replace function sync_task()
returns trigger
language plpgsql
as $$
begin
  if new.input is null or tg_op = 'UPDATE' and new.wish is distinct from old.wish then
    new.input := new.wish;
  end if;
  if new.cursor is null or tg_op = 'UPDATE' and new.place is distinct from old.place then
    new.cursor := new.place;
  end if;
  new.wish := new.input;
  new.place := new.cursor;
  return new;
end $$;
create or replace trigger sync_task before insert or update on task
  for each row execute function sync_task();
-- Tasks from before the trigger.
update task set input = wish, cursor = place where input is null;
