import { verifyDocuments } from '#server/accounting/documents/verify-documents.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { compareRows, expectNone } from './compare-rows.ts'

/** Compares tax documents with orders and ledger, as far as documents have been issued. */
export const auditDocuments = async (tx: Tx): Promise<string[]> => [
  ...(await compareOrders(tx)),
  ...(await comparePayments(tx)),
  ...(await checkNumbers(tx)),
  ...(await checkSums(tx)),
  ...(await checkCreditNotes(tx)),
]

/** Each paid order has one invoice over its price in rupees, and each refund one credit note. */
const compareOrders = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'document', {
    expected: tx`
      select concat_ws(' ', orders.id, orders.user_id, document_kind, number, transfer.created_at, amount_inr) as line
      from orders
      cross join lateral (values
        ('order', 'invoice', paid_at is not null), ('refund', 'credit note', refunded_at is not null)
      ) due (event, document_kind, is_so)
      join transfer on key = event || ':' || orders.id and line = 1
      where is_so and orders.amount > 0 and number <= (select last from document_cursor)`,
    found: tx`
      select concat_ws(' ', order_id, user_id, kind, transfer, dated_at, content ->> 'total') as line
      from document where order_id is not null`,
  })

/** Money that came into a wallet from outside has one receipt, and money sent back from there one refund voucher. */
const comparePayments = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'document of payment', {
    expected: tx`
      select concat_ws(' ', moved.id, user_id, document_kind, number, transfer.created_at,
        coalesce(round(moved.amount / rate), moved.amount)) as line
      from (
        select capture.id, 'receipt' as document_kind, 'payment:' || capture.gateway || ':' || gateway_payment_id as key,
          user_id, capture.amount, rate, settled_as
        from capture join payment on payment.id = payment_id
        union all
        select payout.id, 'refund voucher', 'payout-done:' || payout.id, payout.user_id, payout.amount, rate, settled_as
        from payout join capture on capture.id = capture_id join payment on payment.id = payment_id
      ) moved
      join transfer using (key)
      where settled_as in ('top-up', 'late', 'other amount', 'second')
        and number <= (select last_payment from document_cursor)`,
    found: tx`
      select concat_ws(' ', movement_id, user_id, kind, transfer, dated_at, content ->> 'total') as line
      from document where movement_id is not null`,
  })

/** Numbers, years and hashes. */
async function checkNumbers(tx: Tx): Promise<string[]> {
  const { fault } = await verifyDocuments(tx)
  return fault ? [fault] : []
}

/** The lines of a document add up to its total, and so do its base and its taxes. */
const checkSums = (tx: Tx): Promise<string[]> =>
  expectNone(
    'sums of document',
    tx`
      select number as line from document
      where (content ->> 'total')::bigint is distinct from (
          select sum((line ->> 'amount')::bigint * case when (line ->> 'isDiscount')::boolean then -1 else 1 end)
          from jsonb_array_elements(content -> 'lines') line)
        or (content ->> 'total')::bigint is distinct from (content ->> 'base')::bigint + (
          select coalesce(sum((tax ->> 'amount')::bigint), 0) from jsonb_array_elements(content -> 'taxes') tax)`,
  )

/** A credit note has the content of the invoice that it corrects. A refund voucher has the seller of its receipt. */
const checkCreditNotes = (tx: Tx): Promise<string[]> =>
  expectNone(
    'credit note',
    tx`
      select note.number as line from document note left join document invoice on invoice.number = note.corrects
      where (note.kind = 'credit note' and (invoice.order_id, invoice.kind, invoice.content - 'title' - 'buyerHash')
          is distinct from (note.order_id, 'invoice', note.content - 'title' - 'buyerHash'))
        or (note.kind = 'refund voucher' and (invoice.user_id, invoice.kind, invoice.content -> 'seller')
          is distinct from (note.user_id, 'receipt', note.content -> 'seller'))`,
  )
