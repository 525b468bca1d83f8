-- Why somebody who works here gave money. Beside the ledger, whose rows never change, so that it can be erased.
create table gift_reason (
  transfer bigint primary key references transfer,
  reason   text not null
);
