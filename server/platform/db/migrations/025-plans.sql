-- no transaction: these indexes are made beside the running shop.
-- What the test of all plans has found to be looked through as a whole: server/db/plans.test.ts.

-- Up to where the books are sealed, which every list of movements asks.
drop index concurrently if exists seal_last;
create index concurrently seal_last on seal (last);

-- Jobs that gave up and of which nobody has been told; those that were told of stay for years.
drop index concurrently if exists job_untold;
create index concurrently job_untold on job (id) where attempts = attempts_max and gave_up_at is null;
drop index concurrently if exists job_gave_up;

-- Quotes of a reseller's test mode, which they clear at once.
drop index concurrently if exists api_quote_test_of_user;
create index concurrently api_quote_test_of_user on api_quote (user_id) where is_test;

-- All keys of somebody, also those that have ended, when their account goes.
drop index concurrently if exists api_key_of_owner;
create index concurrently api_key_of_owner on api_key (user_id);
