-- Returns the money in a person's wallet that cannot be spent, because payments of theirs are
-- disputed.
create or replace function held_in(owner uuid, in_currency text)
returns bigint
language sql
stable parallel safe
begin atomic
  select coalesce(sum(held), 0)::bigint from dispute
  where user_id = owner and currency = in_currency and held > 0;
end;
