-- no transaction: this index is made beside the running shop.
-- Rupees are all over the list of all movements; dollars may be few and far between.
drop index concurrently if exists posting_in_dollars;
create index concurrently posting_in_dollars on posting (created_at, transfer) where currency = 'USD';
