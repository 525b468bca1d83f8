-- Keeps each value of the settings that documents show, with the time from which it holds.
create or replace function keep_setting()
returns trigger
language plpgsql
set search_path from current
as $$
begin
  insert into setting_history (name, since, value) values (new.name, new.updated_at, new.value)
  on conflict (name, since) do update set value = excluded.value;
  return null;
end $$;

create or replace trigger keep after insert or update on setting
for each row when (new.name in ('shopName', 'legal', 'tax', 'taxRules')) execute function keep_setting();
