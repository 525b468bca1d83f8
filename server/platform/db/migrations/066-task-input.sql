-- The input of a task, and where it goes on. The function `sync_task` fills them, and keeps `wish` and `place` equal to
-- them until the next version. A view would not do: older nodes erase people from this table by `ctid`.
alter table task add column input jsonb, add column cursor jsonb;
comment on column task.cursor is 'Where it goes on, as its kind writes it; written together with what was done.';
