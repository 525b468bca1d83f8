import type { Input, Output } from '#contract/core/endpoint.ts'
import { OrderStatus, PaymentMethod, type PaymentStatus } from '#contract/orders/orders.ts'
import type * as contract from '#contract/orders/orders.ts'
import { toRange } from '#contract/core/period.ts'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listOwnIds } from '#server/accounts/guests/guests.ts'
import { hideContact, type Reader } from '#server/accounts/users/colleagues.ts'
import { findUserIdsByEmail } from '#server/accounts/users/users.ts'
import { findAny } from './find-any.ts'
import * as rows from './list-sql.ts'
import { fromNearEnd } from './near-end.ts'
import { toOrder } from './to-order.ts'

type Listed = Output<typeof contract.listOrders>
type Filters = Omit<Input<typeof contract.listOrders>, 'search'>

/** Searching for the start of so many invoices would read all of them, so it is refused. */
const FOUND_MAX = 100_000

/** Reader of a person's own list: it shows their own contact data, whatever their role. */
const OWNER: Reader = { role: 'admin' }

export const listOrders: Handler<typeof contract.listOrders> = async (
  ctx,
  { search, ...filters },
  caller,
) => {
  const invoice = search ? { invoice: search.toUpperCase() } : {}
  const userIds = await listOwnIds(ctx.sql, caller.id)
  return listFound(ctx, filters, { userIds, ...invoice }, OWNER)
}

export const listAllOrders: Handler<typeof contract.listAllOrders> = async (ctx, input, caller) => {
  const { search, searchIndex, userId, ...filters } = input
  const sought = await toSearch(ctx, { search, searchIndex, userId }, caller)
  return sought ? listFound(ctx, filters, sought, caller) : listAny(ctx, filters, caller)
}

type SearchInput = Pick<Input<typeof contract.listAllOrders>, 'search' | 'searchIndex'> & {
  userId?: string | undefined
}

/** Null if there is no search. */
export async function toSearch(
  ctx: Pick<Context, 'sql'>,
  { userId, ...words }: SearchInput,
  reader: Reader,
): Promise<rows.Search | null> {
  const sought = await toWords(ctx, words, reader)
  if (userId === undefined) return sought
  const isTheirs = sought?.userIds?.includes(userId) ?? true
  return { ...sought, userIds: isTheirs ? [userId] : [] }
}

async function toWords(
  ctx: Pick<Context, 'sql'>,
  { search, searchIndex }: Omit<SearchInput, 'userId'>,
  reader: Reader,
): Promise<rows.Search | null> {
  if (!search) return null
  if (searchIndex === 'any') return findAny(ctx, search, reader)
  if (searchIndex === 'email') return { userIds: await findUserIdsByEmail(ctx, search, reader) }
  const invoice = search.toUpperCase()
  if (await rows.areMoreThan(ctx.sql, invoice, FOUND_MAX))
    throw new Refusal('SEARCH_TOO_WIDE', { field: 'search' })
  return { invoice }
}

async function listFound(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  filters: Filters,
  search: rows.Search,
  reader: Reader,
): Promise<Listed> {
  const [filter, cut] = [toFilter(filters, now()), toCut(filters)]
  const [page, totalOrders] = await Promise.all([
    rows.selectOrders(sql, filter, search, cut),
    rows.countOrders(sql, filter, search),
  ])
  return { orders: toOrders(page, reader), totalOrders }
}

/**
 * Lists orders without a search, of which there may be millions. The counts of each day tell on which day a page
 * begins, so few rows are skipped.
 */
async function listAny(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  filters: Filters,
  reader: Reader,
): Promise<Listed> {
  const [filter, cut] = [toFilter(filters, now()), toCut(filters)]
  const { total, before, start, end } = await rows.selectPageRange(sql, filter, cut)
  if (before === null || !start || !end) return { orders: [], totalOrders: total }
  if (!cut.sort.endsWith('createdAt')) return listByAmount(sql, filter, { cut, total, reader })
  const period = { start, end }
  const inPeriod = { ...cut, offset: cut.offset - before }
  const page = await rows.selectOrdersByDate(sql, { ...filter, period }, inPeriod)
  return { orders: toOrders(page, reader), totalOrders: total }
}

type Listing = { cut: rows.Cut; total: number; reader: Reader }

async function listByAmount(
  sql: Sql,
  filter: rows.Filter,
  { cut, total, reader }: Listing,
): Promise<Listed> {
  const near = fromNearEnd(cut, total)
  const page = await rows.selectOrders(sql, filter, {}, near.cut)
  const inOrder = near.isTurned ? page.toReversed() : page
  return { orders: toOrders(inOrder, reader), totalOrders: total }
}

const toOrders = (page: rows.OrderRow[], reader: Reader) =>
  page.map((row) => toOrder(hideContact(row, reader)))

const toCut = ({ sort, page, limit }: Filters): rows.Cut => ({
  sort,
  limit,
  offset: (page - 1) * limit,
})

/** Payment status in terms of the order's status and whether it was paid. */
const PAYMENTS: Record<PaymentStatus, { isPaid: boolean; statuses: readonly OrderStatus[] }> = {
  pending: { isPaid: false, statuses: ['pending', 'processing'] },
  failed: { isPaid: false, statuses: ['cancelled', 'failed'] },
  paid: { isPaid: true, statuses: ['pending', 'processing', 'completed'] },
  refunded: { isPaid: true, statuses: ['cancelled', 'failed', 'refunded'] },
}

export function toFilter(
  { status, paymentStatus, paymentMethod, ...period }: Omit<Filters, 'sort' | 'page' | 'limit'>,
  now: Date,
): rows.Filter {
  const payment = paymentStatus && PAYMENTS[paymentStatus]
  const ofPayment = payment?.statuses ?? OrderStatus.options
  return {
    period: period.from || period.to ? toRange(period, now) : null,
    statuses: status ? ofPayment.filter((one) => one === status) : ofPayment,
    methods: paymentMethod ? [paymentMethod] : PaymentMethod.options,
    isPaid: payment?.isPaid ?? null,
  }
}
