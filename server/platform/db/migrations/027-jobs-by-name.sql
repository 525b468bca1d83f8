-- no transaction: these indexes are made beside the running shop.
-- Jobs are taken by their names: whatever waits behind one kind of them, thousands of mails, is not looked through for another.
drop index concurrently if exists job_due;
create index concurrently job_due on job (name, run_at) where attempts < attempts_max;
drop index concurrently if exists job_run_at;
