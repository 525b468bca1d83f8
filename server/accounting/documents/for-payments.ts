import { readBilling } from '#server/accounting/billing/billing.ts'
import type { TransferLine } from '#server/money/ledger/ledger.ts'
import {
  findReceived,
  findSentBack,
  type ReceivedRow,
  type SentBackRow,
} from '#server/money/wallet/outside-money.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { describeBuyer, writeReceipt, writeRefundVoucher } from './content.ts'
import type { Facts } from './for-orders.ts'
import { selectDocuments } from './sql.ts'
import { issueAll, toDocument } from './to-document.ts'

/** Issues a receipt for money that came into a wallet, then a refund voucher for what was sent back. */
export async function issueForPayments(
  tx: Tx,
  lines: TransferLine[],
  { sellerAt, nameGateway }: Facts,
): Promise<number> {
  const received = eventsOf(lines, await findReceived(tx, keysOf(lines, 'payment:')))
  const sentBack = eventsOf(lines, await findSentBack(tx, keysOf(lines, 'payout-done:')))
  const userIds = [...received, ...sentBack].map(({ row }) => row.userId)
  const billingAt = await readBilling(tx, userIds)
  const buyerOf = ({ line, row }: Event<ReceivedRow | SentBackRow>) =>
    describeBuyer(row, billingAt(row.userId, line.createdAt), '')
  const receipts = received.map((event) =>
    toDocument(event.line, event.row, {
      kind: 'receipt',
      corrects: null,
      movementId: event.row.captureId,
      content: writeReceipt(
        event.row,
        sellerAt(event.line.createdAt),
        nameGateway(event.row.gateway),
      ),
      buyer: buyerOf(event),
    }),
  )
  const count = await issueAll(tx, receipts)
  return count + (await issueAll(tx, await toVouchers(tx, sentBack, buyerOf)))
}

type Event<Row> = { line: TransferLine; row: Row }

const keysOf = (lines: TransferLine[], prefix: string): string[] =>
  lines.flatMap(({ key }) => (key.startsWith(prefix) ? key : []))

const eventsOf = <Row>(lines: TransferLine[], found: Map<string, Row>): Event<Row>[] =>
  lines.flatMap((line) => {
    const row = found.get(line.key)
    return row ? [{ line, row }] : []
  })

/** Money without a receipt gets no voucher either. */
async function toVouchers(
  tx: Tx,
  sentBack: Event<SentBackRow>[],
  buyerOf: (event: Event<SentBackRow>) => ReturnType<typeof describeBuyer>,
) {
  if (sentBack.length === 0) return []
  const issued = await selectDocuments(
    tx,
    sentBack.map(({ row }) => row.captureId),
  )
  const receipts = new Map(issued.map((receipt) => [receipt.subjectId, receipt]))
  return sentBack.flatMap((event) => {
    const { line, row } = event
    const receipt = receipts.get(row.captureId)
    if (!receipt) return []
    return [
      toDocument(line, row, {
        kind: 'refund voucher',
        corrects: receipt.number,
        movementId: row.payoutId,
        content: writeRefundVoucher(receipt.content, row),
        buyer: buyerOf(event),
      }),
    ]
  })
}
