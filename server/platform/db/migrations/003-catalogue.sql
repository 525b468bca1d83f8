-- What is sold, and what it is shown with.

-- An image as it was uploaded once. Its files, in several sizes, are on the disk or in a bucket under `key`.
create table image (
  id         uuid primary key,
  key        text not null,
  width      int not null,
  height     int not null,
  color      text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  constraint image_size check (width > 0 and height > 0)
);
comment on column image.key is 'Names the content: the same picture uploaded twice is two rows and one set of files.';
comment on column image.deleted_at is 'Its files stay for a while: pages made before may still show them.';
create index image_key on image (key);
create index image_deleted_at on image (deleted_at) where deleted_at is not null;

create table picture (
  id         uuid primary key,
  name       text not null,
  image_id   uuid not null references image,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table tag (
  id         uuid primary key,
  name       text not null,
  color      text not null,
  background text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint tag_color check (color ~ '^#[0-9a-f]{6}$' and background ~ '^#[0-9a-f]{6}$')
);
create unique index tag_name on tag (lower(name));

-- Games and items that are deleted stay as rows: orders point at them. They let go of their picture and tag,
-- which could not be deleted otherwise.
create table game (
  id                    uuid primary key,
  slug                  text not null,
  name                  text not null,
  description           text not null,
  publisher             text not null,
  link                  text not null,
  is_available          boolean not null,
  picture_id            uuid constraint game_picture_id_fkey references picture,
  tag_id                uuid constraint game_tag_id_fkey references tag,
  source                text not null,
  source_game           text not null,
  source_region         text not null,
  player_label          text not null,
  zone_label            text not null,
  zone_options          text[] not null,
  is_validation_required boolean not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  deleted_at            timestamptz,
  constraint game_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint game_source check (source in
    ('smileone', 'moogold', 'unipin', 'seagm', 'lapakgaming', 'g2bulk', 'digiflazz', 'manual'))
);
create unique index game_slug on game (slug) where deleted_at is null;
create index game_picture on game (picture_id) where picture_id is not null;
create index game_tag on game (tag_id) where tag_id is not null;

-- Prices in paise.
create table item (
  id             uuid primary key,
  game_id        uuid not null references game,
  slug           text not null,
  name           text not null,
  picture_id     uuid constraint item_picture_id_fkey references picture,
  is_available   boolean not null,
  index          int not null,
  selling_price  bigint not null,
  reseller_price bigint,
  list_price     bigint,
  cost_price     bigint,
  service_id     text not null,
  quantity       int,
  is_quantity_shown boolean not null,
  purchase_count int not null default 0,
  tag_id         uuid constraint item_tag_id_fkey references tag,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  deleted_at     timestamptz,
  constraint item_slug_shape check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint item_prices check (
    selling_price >= 0 and reseller_price >= 0 and list_price >= 0 and cost_price >= 0),
  constraint item_quantity check (quantity >= 0),
  constraint item_index check (index >= 0)
);
comment on column item.quantity is 'Stock; null is endless.';
create unique index item_slug on item (slug) where deleted_at is null;
create index item_of_game on item (game_id, index) where deleted_at is null;
create index item_picture on item (picture_id) where picture_id is not null;
create index item_tag on item (tag_id) where tag_id is not null;

create table category (
  id         uuid primary key,
  slug       text not null,
  title      text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index category_slug on category (slug);
create unique index category_title on category (lower(title));

create table category_game (
  category_id uuid not null references category on delete cascade,
  game_id     uuid not null references game,
  position    int not null,
  primary key (category_id, game_id)
);
create index category_game_of_game on category_game (game_id);
