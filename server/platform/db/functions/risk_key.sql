-- Hashes a payer, or something that is banned, with the shop's own salt. The same value is recognised, and its text is
-- stored nowhere.
create or replace function risk_key(kind text, given text)
returns text
language sql
stable parallel safe
begin atomic
  select kind || ' ' || encode(sha256(convert_to((value #>> '{}') || ' ' || lower(given), 'UTF8')), 'hex')
  from setting where name = 'risk-salt';
end;
