import { toDecimal } from '#contract/money.ts'
import { ORDER_COLUMNS } from '#contract/orders.ts'
import type * as contract from '#contract/orders.ts'
import type { Order } from '#contract/orders.ts'
import { recordAction } from '#server/audit/audit.ts'
import { CSV_START, toCsvRow } from '#server/http/csv.ts'
import type { Handlers } from '#server/http/implement.ts'
import { toFilter, toSearch } from './list-orders.ts'
import { selectBatch, selectBatchOfAny, type Batch, type OrderRow } from './list-sql.ts'
import { toOrder } from './to-order.ts'

type Handle = Handlers<typeof contract>

const BATCH = 250 // rows that are cheaper looked up one by one than by reading all

/** Nothing is held between two pieces but where the first has ended: it may take as long as who reads it. */
export const getOrdersFile: Handle['getOrdersFile'] = async function* (ctx, wish, caller, visit) {
  const { sql, now } = ctx
  const { search, searchIndex, ...filters } = wish
  const [filter, sought] = [toFilter(filters, now()), await toSearch(ctx, { search, searchIndex })]
  await sql.begin((tx) =>
    recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'download orders',
      subject: 'orders',
      before: null,
      after: wish,
      now: now(),
    }),
  )
  yield CSV_START + toCsvRow(ORDER_COLUMNS)
  for (let after: string | null = null; ;) {
    const batch: Batch = { limit: BATCH, after }
    const rows: OrderRow[] = await (sought
      ? selectBatch(sql, filter, sought, batch)
      : selectBatchOfAny(sql, filter, batch))
    if (rows.length > 0) yield rows.map((row) => toCsvRow(toCells(toOrder(row)))).join('')
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

function toCells(order: Order): (string | null)[] {
  const { currency, gameId, itemId, gameDetailId, userId, couponId, transactionId } = order
  const cells: Record<(typeof ORDER_COLUMNS)[number], string | null> = {
    ...order,
    itemPrice: toDecimal(order.itemPrice, currency),
    discount: toDecimal(order.discount, currency),
    amount: toDecimal(order.amount, currency),
    amountInr: toDecimal(order.amountInr, 'INR'),
    couponCode: couponId?.couponCode ?? null,
    UTR: transactionId?.UTR ?? null,
    gameName: gameId.gameName,
    itemName: itemId.itemName,
    playerId: gameDetailId.playerId,
    zoneId: gameDetailId.zoneId,
    userName: gameDetailId.userName,
    fullName: userId.fullName,
    email: userId.email,
    phone: userId.phone,
  }
  return ORDER_COLUMNS.map((name) => cells[name])
}
