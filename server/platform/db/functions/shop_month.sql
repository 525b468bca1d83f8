-- Returns the shop's month at a given time, such as 2025-10, as `periodOf` in contract/core/period.ts
-- does.
create or replace function shop_month(moment timestamptz)
returns text
language sql
stable parallel safe
return to_char(moment at time zone interval '5:30', 'YYYY-MM');
