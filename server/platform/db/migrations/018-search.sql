-- no transaction: these indexes are made beside the running shop, whose orders never wait for them.
-- Search everywhere and the page of one user: docs/decisions/023. A statement that was cut off is done again from the
-- first one on, so each begins by clearing away what may be half there.

-- Orders by the player they were for, the newest of one player together.
drop index concurrently if exists orders_player;
create index concurrently orders_player on orders (player_id collate "C", created_at);

-- Users by how an e-mail, a phone, a name or the last word of a name begins; lists are sorted by the first and the third.
drop index concurrently if exists users_email_begins;
create index concurrently users_email_begins on users (email collate "C", id) where deleted_at is null;
drop index concurrently if exists users_phone_begins;
create index concurrently users_phone_begins on users (phone collate "C") where deleted_at is null;
drop index concurrently if exists users_name_begins;
create index concurrently users_name_begins on users (lower(full_name) collate "C", id) include (full_name)
  where deleted_at is null;
drop index concurrently if exists users_last_name_begins;
create index concurrently users_last_name_begins on users (lower(substring(full_name from '\S+$')) collate "C")
  where deleted_at is null;

-- Payments by what their gateway calls the attempt.
drop index concurrently if exists payment_gateway_id;
create index concurrently payment_gateway_id on payment (gateway_id) where gateway_id is not null;

drop index concurrently if exists coupon_code_begins;
create index concurrently coupon_code_begins on coupon (code collate "C") where deleted_at is null;

-- All sessions of somebody, also those that have ended.
drop index concurrently if exists session_of_person;
create index concurrently session_of_person on session (user_id, created_at);

-- Issues as their list leafs through them: unresolved ones are few among many.
drop index concurrently if exists issue_by_status;
create index concurrently issue_by_status on issue (status, created_at, id);
