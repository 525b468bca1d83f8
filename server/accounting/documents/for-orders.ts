import { nameMethod } from '#contract/orders/order-status.ts'
import { readBilling } from '#server/accounting/billing/billing.ts'
import type { Seller } from '#server/accounting/tax-rules/seller.ts'
import type { TransferLine } from '#server/money/ledger/ledger.ts'
import { findSold, type SoldRow } from '#server/orders/read/find-sold.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { describeBuyer, describePlayer, writeCreditNote, writeInvoice } from './content.ts'
import { selectDocuments } from './sql.ts'
import { issueAll, toDocument, type DueDocument } from './to-document.ts'

/** Facts that documents tell besides those of their ledger lines. */
export type Facts = {
  sellerAt: (moment: Date) => Seller
  nameGateway: (name: string) => string
}

type Event = TransferLine & { order: SoldRow }
type Buyers = (event: Event) => ReturnType<Awaited<ReturnType<typeof readBilling>>>

/** Issues an invoice for each paid order, then a credit note for each refund. Returns their count. */
export async function issueForOrders(
  tx: Tx,
  lines: TransferLine[],
  { sellerAt }: Facts,
): Promise<number> {
  const events = await findEvents(tx, lines)
  const userIds = events.map(({ order }) => order.userId)
  const billingAt = await readBilling(tx, userIds)
  const billingOf: Buyers = ({ order, createdAt }) => billingAt(order.userId, createdAt)
  const invoices = await issueAll(tx, toInvoices(events, { sellerAt, billingOf }))
  return invoices + (await issueAll(tx, await toCreditNotes(tx, events, billingOf)))
}

/** The lines between customers and the shop. What a coupon pays for is no payment, so it needs no document. */
async function findEvents(tx: Tx, lines: TransferLine[]): Promise<Event[]> {
  const moved = lines.filter(
    ({ kind, from, to }) =>
      (kind === 'order' && from !== 'house:coupons') ||
      (kind === 'refund' && to !== 'house:coupons'),
  )
  const sold = await findSold(
    tx,
    moved.flatMap(({ orderId }) => orderId ?? []),
  )
  return moved.flatMap((line) => {
    const order = line.orderId && sold.get(line.orderId)
    return order ? [{ ...line, order }] : []
  })
}

type Past = { sellerAt: (moment: Date) => Seller; billingOf: Buyers }

const toInvoices = (events: Event[], { sellerAt, billingOf }: Past): DueDocument[] =>
  events
    .filter(({ kind }) => kind === 'order')
    .map((event) => {
      const { order, createdAt } = event
      const [seller, billing] = [sellerAt(createdAt), billingOf(event)]
      return toDocument(event, order, {
        kind: 'invoice',
        corrects: null,
        orderId: order.id,
        content: writeInvoice({ order, seller, billing, paidWith: paidWith(event) }),
        buyer: describeBuyer(order, billing, describePlayer(order)),
      })
    })

const paidWith = ({ from, order }: Event): string =>
  from === 'house:adjustments' ? 'Outside the shop' : nameMethod(order)

/** A refund of an order without an invoice gets no credit note. */
async function toCreditNotes(tx: Tx, events: Event[], billingOf: Buyers): Promise<DueDocument[]> {
  const refunds = events.filter(({ kind }) => kind === 'refund')
  if (refunds.length === 0) return []
  const issued = await selectDocuments(
    tx,
    refunds.map(({ order }) => order.id),
  )
  const invoices = new Map(issued.map((invoice) => [invoice.subjectId, invoice]))
  return refunds.flatMap((event) => {
    const { order } = event
    const invoice = invoices.get(order.id)
    if (!invoice) return []
    const buyer = describeBuyer(order, billingOf(event), describePlayer(order))
    const content = writeCreditNote(invoice.content)
    const corrects = invoice.number
    return [
      toDocument(event, order, {
        kind: 'credit note',
        corrects,
        orderId: order.id,
        content,
        buyer,
      }),
    ]
  })
}
