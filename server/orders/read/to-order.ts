import type {
  Order,
  OrderEvent,
  OrderStatus,
  OrderWithTimeline,
  PaymentStatus,
} from '#contract/orders/orders.ts'
import { toImage } from '#server/catalogue/gallery/gallery.ts'
import type { ImageShape } from './find-sql.ts'
import type { OrderRow } from './list-sql.ts'

export const toOrder = (row: OrderRow): Order => ({
  _id: row.id,
  invoiceId: row.invoice,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  expiresAt: (row.status === 'pending' && row.expiresAt?.toISOString()) || null,
  endedAt: row.endedAt?.toISOString() ?? null,
  heldFor: row.heldFor,
  currency: row.currency,
  itemPrice: row.itemPrice,
  discount: row.itemPrice - row.amount,
  amount: row.amount,
  amountInr: row.amountInr,
  paymentMethod: row.paymentMethod,
  gateway: row.gateway,
  method: row.method,
  paymentStatus: paymentStatusOf(row),
  gameId: {
    _id: row.gameId,
    gameSlug: row.gameSlug,
    gameName: row.gameName,
    inputFieldOne: row.playerLabel,
    inputFieldTwo: row.zoneLabel,
  },
  itemId: { _id: row.itemId, itemSlug: row.itemSlug, itemName: row.itemName },
  gameDetailId: {
    _id: row.savedPlayer,
    playerId: row.playerId,
    zoneId: row.zoneId,
    userName: row.playerName,
  },
  userId: { _id: row.userId, fullName: row.fullName, email: row.email, phone: row.phone },
  couponId: row.couponId ? { _id: row.couponId, couponCode: row.couponCode! } : null,
  transactionId: toPayment(row),
})

function paymentStatusOf({ status, paidAt }: OrderRow): PaymentStatus {
  const hasFailed = status === 'cancelled' || status === 'failed'
  if (!paidAt) return hasFailed ? 'failed' : 'pending'
  return hasFailed || status === 'refunded' ? 'refunded' : 'paid'
}

/** Null if nothing was paid, as for an order that cost nothing. */
const toPayment = ({ paidAt, amount, paymentReference, invoice, currency }: OrderRow) =>
  paidAt && amount > 0 ? { UTR: paymentReference ?? invoice, price: -amount, currency } : null

export type EventRow = { number: number; status: OrderStatus; message: string; createdAt: Date }

type Beside = {
  events: EventRow[]
  proof: ImageShape | null
  hasCode: boolean
  isPaidOutside: boolean
  lastTry: OrderWithTimeline['lastTry']
  isMoneyInWallet: boolean
  gift: OrderWithTimeline['gift']
}

export const toOrderWithTimeline = (
  row: OrderRow,
  { events, proof, hasCode, isPaidOutside, lastTry, isMoneyInWallet, gift }: Beside,
): OrderWithTimeline => ({
  ...toOrder(row),
  version: row.version,
  isPaidOutside,
  lastTry,
  isMoneyInWallet,
  timeline: toTimeline(row, events, isPaidOutside),
  proof: proof && toImage(proof),
  hasCode,
  gift,
})

/** Builds the first entries from the row of the order, because placing it writes nothing else. */
function toTimeline(row: OrderRow, events: EventRow[], isPaidOutside: boolean): OrderEvent[] {
  const { createdAt, paidAt, status } = row
  const placedWords =
    status === 'pending' ? 'Order placed, waiting for your payment' : 'Order placed'
  const placed = { status: 'pending', message: placedWords, createdAt } as const
  const paid = {
    status: 'processing',
    message: paidWords(row, isPaidOutside),
    createdAt: paidAt!,
  } as const
  return [placed, ...(paidAt ? [paid] : []), ...events].map(
    ({ status, message, createdAt }, index) => ({
      number: index + 1,
      status,
      message,
      at: createdAt.toISOString(),
    }),
  )
}

function paidWords(row: OrderRow, isPaidOutside: boolean): string {
  const { paymentMethod, paymentReference, amount } = row
  if (amount === 0) return 'Nothing to pay'
  if (paymentMethod === 'wallet') return 'Paid from your wallet'
  if (isPaidOutside) return `Paid outside the shop, reference ${paymentReference}`
  return paymentReference ? `Paid, reference ${paymentReference}` : 'Paid'
}
