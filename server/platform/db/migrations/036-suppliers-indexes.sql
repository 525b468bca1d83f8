-- no transaction: these indexes are made beside the running shop.
-- Ended orders whose address of the buyer is still to be erased.
drop index concurrently if exists orders_buyer_address;
create index concurrently orders_buyer_address on orders (ended_at) where buyer_address is not null;

-- Dispatches whose codes are still in plain. Digiflazz has no field of its own for them: older versions put its `sn` behind its words.
drop index concurrently if exists parcel_plain_codes;
create index concurrently parcel_plain_codes on parcel (id)
  where codes is not null or (provider = 'digiflazz' and state = 'delivered' and strpos(words, '; ') > 0);
