import { z } from 'zod'
import type { Input } from '#contract/core/endpoint.ts'
import * as contract from '#contract/backoffice/exports.ts'
import { toDecimal } from '#contract/core/money.ts'
import { ORDER_COLUMNS } from '#contract/orders/orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { dayOf } from '#contract/core/period.ts'
import type { Context } from '#server/context.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { beginOnce } from '#server/platform/tasks/begin-once.ts'
import { endTask, stepTask } from '#server/platform/tasks/tasks.ts'
import type { Work } from '#server/platform/tasks/work-task.ts'
import { ANY_STAFF, hideContact } from '#server/accounts/users/colleagues.ts'
import { listAllOrders, toFilter, toSearch } from './list-orders.ts'
import { selectBatch, selectBatchOfAny, type Batch, type OrderRow } from './list-sql.ts'
import { toOrder } from './to-order.ts'

type ExportInput = Input<typeof contract.exportOrders>

export const exportOrders: Handler<typeof contract.exportOrders> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const one = { ...input, page: 1, limit: 1, sort: '-createdAt' } as const
  const reader = { ...caller, ...ANY_STAFF }
  const { totalOrders: total } = await listAllOrders(ctx, one, reader, visit)
  return beginOnce(
    ctx,
    { endpoint: contract.exportOrders, input, caller, visit },
    { kind: 'export-orders', title: tell(input), total, fileName: nameOf(ctx) },
  )
}

const nameOf = ({ now }: Pick<Context, 'now'>) => `orders-${dayOf(now())}.csv`

function tell({ from, to, status, paymentStatus, paymentMethod, search }: ExportInput): string {
  const days = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')
  const said = [status, paymentStatus && `payment ${paymentStatus}`, paymentMethod, days]
  return ['Orders', ...said.filter(Boolean), search && `“${search}”`].filter(Boolean).join(', ')
}

/**
 * Cursor of an export: the last exported order and the result of the search. The search runs once, so all pieces use
 * the same result.
 */
const Progress = z
  .object({
    after: z.string().nullable(),
    sought: z
      .object({
        userIds: z.array(z.string()).exactOptional(),
        invoice: z.string().exactOptional(),
        any: z
          .object({ userIds: z.array(z.string()), orderIds: z.array(z.string()) })
          .exactOptional(),
      })
      .nullable(),
  })
  .nullable()

const BATCH = 250 // rows; few enough to be cheaper by index than by reading all
const BATCHES = 4 // per piece

/** Exports the next thousand orders. Each piece starts where the one before has ended. */
export const workAtOrders: Work = async (ctx, task) => {
  const { search, searchIndex, userId, ...filters } = contract.exportOrders.input.parse(task.input)
  const filter = toFilter(filters, task.createdAt)
  const progress = Progress.parse(task.cursor)
  const sought = progress
    ? progress.sought
    : await toSearch(ctx, { search, searchIndex, userId }, ANY_STAFF)
  const orders: OrderRow[] = []
  let [after, isLast] = [progress?.after ?? null, false]
  for (let count = 0; count < BATCHES && !isLast; count++) {
    const batch: Batch = { limit: BATCH, after }
    const rows = await (sought
      ? selectBatch(ctx.sql, filter, sought, batch)
      : selectBatchOfAny(ctx.sql, filter, batch))
    orders.push(...rows)
    after = rows.at(-1)?.id ?? after
    isLast = rows.length < BATCH
  }
  const lines = orders
    .map((row) => toCsvRow(toCells(toOrder(hideContact(row, ANY_STAFF)))))
    .join('')
  const content = progress ? lines : CSV_START + toCsvRow(ORDER_COLUMNS) + lines
  const done = task.done + orders.length
  return async (tx, now) => {
    const total = isLast ? done : Math.max(done, task.total ?? 0)
    await stepTask(tx, task.id, { done, total, cursor: { after, sought }, content })
    if (!isLast) return 'more'
    await endTask(tx, task.id, { state: 'done', result: {}, now })
    return 'over'
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
