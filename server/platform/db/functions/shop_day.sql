-- Returns the shop's day at a given time, as `dayOf` in contract/core/period.ts does.
create or replace function shop_day(moment timestamptz)
returns date
language sql
immutable parallel safe
return (moment at time zone 'Asia/Kolkata')::date;
