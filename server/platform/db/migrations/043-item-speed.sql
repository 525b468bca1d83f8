-- How long each pack took to be delivered lately, beside the same of its game: packs of one game can differ by hours.
create table item_speed (
  item_id    uuid primary key references item,
  seconds    int not null,
  deliveries int not null,
  updated_at timestamptz not null
);
