-- Numbers and hashes a new document. Numbers of a series and financial year are consecutive: the
-- caller holds the row of `document_cursor`, and a rollback takes the numbers back.
create or replace function write_document()
returns trigger
language plpgsql
set search_path from current
as $$
declare
  before document;
begin
  perform from document_cursor for update;
  select * into before from document
  where series = new.series and year = new.year order by position desc limit 1;
  new.position := coalesce(before.position, 0) + 1;
  if new.position > 9999999 then
    raise exception 'The series % of % has no more numbers', new.series, new.year
      using errcode = 'check_violation', constraint = 'document_number';
  end if;
  new.number := new.series || '/' || new.year || '/' || lpad(new.position::text, 7, '0');
  new.hash := ledger_hash(coalesce(before.hash, decode(repeat('00', 32), 'hex')), array['document',
    new.number, new.kind, new.transfer::text, coalesce(new.order_id, new.movement_id)::text,
    new.user_id::text, new.corrects, ledger_moment(new.dated_at), new.content::text]);
  return new;
end $$;

create or replace trigger write before insert on document
for each row execute function write_document();
