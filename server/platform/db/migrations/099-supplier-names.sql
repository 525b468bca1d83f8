-- Names of suppliers are data: docs/decisions/059. The database checks their pattern only.
alter table game
  drop constraint game_source,
  add constraint game_source check (source ~ '^[a-z][a-z0-9-]{1,29}$');
alter table item_supplier
  drop constraint item_supplier_supplier,
  add constraint item_supplier_supplier
    check (supplier ~ '^[a-z][a-z0-9-]{1,29}$' and supplier <> 'manual');

-- Versions before 0.1.0 put codes of Digiflazz behind its words. In their own column, the job seal-codes finds them.
-- The index dispatch_plain_codes stays: its condition follows from `codes is not null`.
update dispatch
set codes = replace(substr(words, strpos(words, '; ') + 2), E'\n', ' '),
  words = left(words, strpos(words, '; ') - 1)
where codes is null and supplier = 'digiflazz' and state = 'delivered' and strpos(words, '; ') > 0;
