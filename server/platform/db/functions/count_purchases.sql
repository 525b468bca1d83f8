-- Adds sales to the purchase counts that the catalogue shows. Returns false when there were none.
create or replace function count_purchases()
returns boolean
language plpgsql
as $$
declare
  items uuid[] := array(select distinct item_id from item_sale);
  has_counted boolean;
begin
  perform from item where id = any(items) order by id for no key update;
  with gone as (
    delete from item_sale where item_id = any(items) returning item_id, count
  ), sums as (
    select item_id, sum(count)::int as count from gone group by item_id
  ), counted as (
    update item set purchase_count = purchase_count + sums.count from sums where item.id = sums.item_id returning 1
  )
  select exists (select from counted) into has_counted;
  return has_counted;
end $$;
