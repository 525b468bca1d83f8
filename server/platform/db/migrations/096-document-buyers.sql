alter table document_cursor add column buyers_from timestamptz not null default '0001-01-01 00:00:00+00';
comment on column document_cursor.buyers_from is 'Documents dated before this no longer name their buyers: the years of the retention table are over.';
