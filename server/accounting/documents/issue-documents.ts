// Documents follow the ledger: each movement of money that needs one gets it, in the order of the ledger's lines. The
// job needs nothing from an order's own transaction, so it slows no order down.
import { dayOf } from '#contract/core/period.ts'
import { readSellers, type Seller } from '#server/catalogue/settings/seller.ts'
import type { Context } from '#server/context.ts'
import { findTransfers, type TransferLine } from '#server/money/ledger/ledger.ts'
import { findSettled } from '#server/money/ledger/seal.ts'
import { findSold, type SoldRow } from '#server/orders/read/find-sold.ts'
import type { Tx } from '#server/platform/db/db.ts'
import {
  describeBuyer,
  financialYear,
  sealBuyer,
  SERIES,
  writeCreditNote,
  writeInvoice,
  type Content,
} from './content.ts'
import * as rows from './sql.ts'

const BATCH = 1_000

/** Issues the documents that are due. Each batch is all or nothing, so no number is lost or given twice. */
export async function issueDocuments({ sql, log }: Pick<Context, 'sql' | 'log'>): Promise<void> {
  if (!(await rows.hasNewTransfers(sql))) return
  const upTo = await findSettled(sql)
  for (;;) {
    const { count, isLast } = await sql.begin((tx) => issueBatch(tx, upTo))
    if (count > 0) log.info({ count }, 'documents issued')
    if (isLast) return
  }
}

async function issueBatch(tx: Tx, upTo: number): Promise<{ count: number; isLast: boolean }> {
  const after = await rows.lockCursor(tx)
  const lines = await findTransfers(tx, { after, upTo, max: BATCH })
  const last = lines.at(-1)
  if (!last) return { count: 0, isLast: true }
  const events = lines.flatMap(toEvent)
  const sold = await findSold(
    tx,
    events.map(({ orderId }) => orderId),
  )
  const sellerAt = await readSellers(tx)
  const invoices = toInvoices(events, sold, sellerAt)
  if (invoices.length > 0) await rows.insertDocuments(tx, invoices)
  const notes = await toCreditNotes(tx, events, sold)
  if (notes.length > 0) await rows.insertDocuments(tx, notes)
  await rows.moveCursor(tx, last.number)
  return { count: invoices.length + notes.length, isLast: lines.length < BATCH }
}

type Event = TransferLine & { orderId: string }

/** The line between customer and shop. What a coupon pays for is no payment, so it needs no document. */
function toEvent(line: TransferLine): Event[] {
  const { kind, orderId, from, to } = line
  const other = kind === 'order' ? from : to
  if (!orderId || (kind !== 'order' && kind !== 'refund') || other === 'house:coupons') return []
  return [{ ...line, orderId }]
}

function toInvoices(
  events: Event[],
  sold: Map<string, SoldRow>,
  sellerAt: (moment: Date) => Seller,
): rows.NewDocument[] {
  return events.flatMap((event) => {
    const order = event.kind === 'order' && sold.get(event.orderId)
    if (!order) return []
    const content = writeInvoice(order, sellerAt(event.createdAt))
    return [toDocument(event, order, { kind: 'invoice', corrects: null, content })]
  })
}

/** A refund of an order without an invoice gets no credit note. */
async function toCreditNotes(
  tx: Tx,
  events: Event[],
  sold: Map<string, SoldRow>,
): Promise<rows.NewDocument[]> {
  const refunds = events.filter(({ kind }) => kind === 'refund')
  const orderIds = refunds.map(({ orderId }) => orderId)
  const issued = orderIds.length > 0 ? await rows.selectDocuments(tx, orderIds) : []
  const invoices = new Map(issued.map((invoice) => [invoice.orderId, invoice]))
  return refunds.flatMap((event) => {
    const [order, invoice] = [sold.get(event.orderId), invoices.get(event.orderId)]
    if (!order || !invoice) return []
    const content = writeCreditNote(invoice.content)
    return [toDocument(event, order, { kind: 'credit note', corrects: invoice.number, content })]
  })
}

type Written = Pick<rows.NewDocument, 'kind' | 'corrects'> & {
  content: Omit<Content, 'buyerHash'>
}

function toDocument(
  { number, orderId, createdAt }: Event,
  order: SoldRow,
  { kind, corrects, content }: Written,
): rows.NewDocument {
  return {
    series: SERIES[kind],
    year: financialYear(dayOf(createdAt)),
    kind,
    transfer: number,
    orderId,
    userId: order.userId,
    corrects,
    datedAt: createdAt,
    ...sealBuyer(content, describeBuyer(order)),
  }
}
