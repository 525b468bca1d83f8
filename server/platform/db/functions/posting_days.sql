-- Counts postings by day, of one currency or of both, in the caller's snapshot. It reads the last
-- seal first, so that the few postings after it are found by their index.
create or replace function posting_days(wanted text default null)
returns table (day date, count bigint)
language plpgsql
stable
as $$
declare
  sealed bigint := coalesce((select max(last) from seal), 0);
begin
  return query
  select posting_count.day, posting_count.count from posting_count
  where wanted is null or currency = wanted
  union all
  select shop_day(created_at), count(*) from posting
  where transfer > sealed and (wanted is null or currency = wanted) group by 1;
end $$;
