-- Converts minor units to rupees or dollars, as the API writes amounts.
create or replace function api_amount(minor bigint, currency text)
returns numeric
language sql
immutable parallel safe
return trim_scale(minor::numeric / case currency when 'INR' then 100 else 10000 end);
