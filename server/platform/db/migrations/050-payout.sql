-- `refund` becomes `payout`. A view has the old name until the next version: docs/decisions/040.
alter table refund rename to payout;
alter table payout rename constraint refund_pkey to payout_pkey;
alter table payout rename constraint refund_reference to payout_reference;
alter table payout rename constraint refund_amount to payout_amount;
alter table payout rename constraint refund_ended to payout_ended;
alter table payout rename constraint refund_reference_shape to payout_reference_shape;
alter table payout rename constraint refund_state to payout_state;
alter table payout rename constraint refund_capture_id_fkey to payout_capture_id_fkey;
alter index refund_ask_at rename to payout_ask_at;
alter index refund_asked rename to payout_asked;
alter index refund_created_at rename to payout_created_at;
alter index refund_of_capture rename to payout_of_capture;
comment on table payout is 'Money on its way back to its source: a bank or a card.';
alter trigger tell_refunds on payout rename to tell_payouts;
create view refund as
  select id, reference, capture_id, user_id, amount, state, gateway_id, bank_reference, note, reason, asked_by,
    sent_at, asks, ask_at, created_at, ended_at from payout;
