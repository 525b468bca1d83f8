-- Prizes that were not paid in full, or were reclaimed, and customers who hide their name: docs/decisions/013.
drop trigger count_placed on orders;
drop trigger count_paid on orders;
drop function count_placed();
drop function count_paid();

alter table winner
  add column withheld bigint not null default 0,
  add column reclaimed bigint not null default 0,
  add constraint winner_reclaimed check (withheld >= 0 and reclaimed between 0 and prize);
comment on column winner.prize is 'In paise: what the place is paid.';
comment on column winner.withheld is 'In paise: the part of the prize that was won with orders refunded before the payment.';
comment on column winner.reclaimed is 'In paise: the part of the paid prize that an administrator took back.';

alter table users add column is_name_hidden boolean not null default false;
comment on column users.is_name_hidden is 'Whether the leaderboard shows a neutral word instead of the first name.';
