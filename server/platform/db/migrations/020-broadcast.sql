-- Announcements to a chosen group by e-mail, and news for the lists of the back office: docs/decisions/025.

-- News by e-mail is for who has not said no to it. Codes, orders and what concerns an account are never news.
alter table users add column news_off_at timestamptz;
comment on column users.news_off_at is 'Since when they want no news by e-mail; null while they take it.';

-- `mailed_to` is whom it has come to: from there on who belongs to the group is asked a hundred people at a time.
alter table announcement
  add column is_shown boolean not null default true,
  add column audience jsonb,
  add column task_id uuid,
  add column sent_count int not null default 0,
  add column failed_count int not null default 0,
  add column skipped_count int not null default 0;
comment on column announcement.is_shown is 'Whether it stands above the shop; one that is not goes by e-mail alone.';
comment on column announcement.audience is 'Whom it goes to by e-mail; null where it does not.';
comment on column announcement.task_id is 'Where its way to them is followed, and stopped.';
comment on column announcement.skipped_count is 'Whose turn came after they had said no, were blocked or gone.';

-- Who is being written to. A line is gone when their mail is, and counted above in the same moment: nobody is counted,
-- or written to, twice.
create table announcement_mail (
  announcement_id uuid not null references announcement,
  user_id         uuid not null,
  attempts        int not null default 0,
  sending_since   timestamptz,
  failure         text,
  primary key (announcement_id, user_id)
);
comment on column announcement_mail.sending_since is 'Written before the mail is handed over: who finds it here does not know what became of it, and leaves it.';
comment on column announcement_mail.failure is 'Why it did not come, until that is told in the task.';

-- That there is news of a kind, for lists that are looked at. A sequence is what nobody waits for: it takes no row, no
-- lock that lasts and no part in the commit. Who looks reads it once a second.
create sequence news_orders;
create sequence news_deliveries;
create sequence news_payments;
create sequence news_issues;
create sequence news_alerts;
create sequence news_tasks;

create function tell_kind() returns trigger language plpgsql as $$
begin
  perform nextval(tg_argv[0]::regclass);
  return null;
end $$;

-- As before, and it tells of the orders: these run with each statement that writes them in any case.
create or replace function count_orders() returns trigger language plpgsql as $$
begin
  insert into order_count
  select shop_day(created_at), status, payment_method, paid_at is not null, count(*)
  from added group by 1, 2, 3, 4;
  perform nextval('news_orders');
  return null;
end $$;
create or replace function recount_orders() returns trigger language plpgsql as $$
begin
  insert into order_count
  select shop_day(created_at), status, payment_method, paid_at is not null, sum(change)
  from (select *, 1 as change from added union all select *, -1 from removed) changed
  group by 1, 2, 3, 4 having sum(change) <> 0;
  perform nextval('news_orders');
  return null;
end $$;

create trigger tell_deliveries after insert or update on parcel
  for each statement execute function tell_kind('news_deliveries');
create trigger tell_payments after insert or update on payment
  for each statement execute function tell_kind('news_payments');
create trigger tell_captures after insert or update on capture
  for each statement execute function tell_kind('news_payments');
create trigger tell_refunds after insert or update on refund
  for each statement execute function tell_kind('news_payments');
create trigger tell_differences after insert or update on difference
  for each statement execute function tell_kind('news_payments');
create trigger tell_issues after insert or update on issue
  for each statement execute function tell_kind('news_issues');
create trigger tell_alerts after insert or update on alert
  for each statement execute function tell_kind('news_alerts');
create trigger tell_tasks after insert or update on task
  for each statement execute function tell_kind('news_tasks');
