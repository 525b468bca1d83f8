-- Returns the moment at which a day of the shop begins.
create or replace function shop_day_start(day date)
returns timestamptz
language sql
immutable parallel safe
return day::timestamp at time zone 'Asia/Kolkata';
