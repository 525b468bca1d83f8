-- no transaction: these indexes are made beside the running shop.
drop index concurrently if exists orders_of_network;
create index concurrently orders_of_network on orders (buyer_network, created_at) where buyer_network is not null;

drop index concurrently if exists orders_of_device;
create index concurrently orders_of_device on orders (buyer_device, created_at) where buyer_device is not null;

drop index concurrently if exists capture_of_payer;
create index concurrently capture_of_payer on capture (payer, captured_at) where payer is not null;

-- Payers that are still to be erased.
drop index concurrently if exists capture_with_payer;
create index concurrently capture_with_payer on capture (captured_at) where payer is not null;
