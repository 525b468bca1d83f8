-- Where customers are taxed, and whether as a business, with the time from which it holds. An invoice takes the details
-- of its own time. Rows of erased accounts are deleted.
create table billing (
  user_id uuid not null references users,
  since   timestamptz not null,
  value   jsonb not null,
  primary key (user_id, since)
);

-- Receipts for money added to a wallet, and refund vouchers for money sent back.
alter table document
  add column movement_id uuid,
  alter column order_id drop not null,
  drop constraint document_kind_check,
  drop constraint document_corrects,
  add constraint document_kind check (kind in ('invoice', 'credit note', 'receipt', 'refund voucher')),
  add constraint document_corrects check ((kind in ('credit note', 'refund voucher')) = (corrects is not null)),
  add constraint document_subject check (
    case when kind in ('invoice', 'credit note') then movement_id is null else order_id is null end
    and num_nonnulls(order_id, movement_id) = 1);
create unique index document_movement on document (movement_id);
create index document_dated_at on document (dated_at, transfer);
create index document_corrects_index on document (corrects) where corrects is not null;
comment on column document.movement_id is 'Capture or payout that the document is about.';

alter table document_cursor add column last_payment bigint not null default 0;
comment on column document_cursor.last is 'The last ledger line that documents of orders were issued for.';
comment on column document_cursor.last_payment is 'The same for documents of payments.';

-- Months that an accountant has closed, with the sums of their documents at that moment.
create table closed_books (
  month     text primary key check (month ~ '^\d{4}-\d{2}$'),
  closed_at timestamptz not null,
  closed_by uuid not null references users,
  sums      jsonb not null
);
create trigger stay before update or delete on closed_books for each row execute function refuse_change();
create trigger stay_whole before truncate on closed_books for each statement execute function refuse_change();
alter table closed_books enable always trigger stay, enable always trigger stay_whole;

-- Lets a month's lines be found without a cost for each new one.
create index transfer_created_at on transfer using brin (created_at);
