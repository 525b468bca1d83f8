-- The audit log is searched by how an action or a subject begins, and by who did it.
create index audit_action on audit (action text_pattern_ops, created_at, id);
create index audit_subject on audit (subject text_pattern_ops, created_at, id);
create index audit_user on audit (user_id, created_at, id);
drop index audit_of_subject;

-- Announcements may go to everybody by e-mail too, some at a time.
alter table announcement add column mailed_to uuid;
comment on column announcement.mailed_to is 'The last user whose e-mail is on its way; they are taken in the order of their ids.';
