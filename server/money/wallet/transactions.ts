import type { Input } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/money.ts'
import { toRange } from '#contract/core/period.ts'
import type * as contract from '#contract/money/wallet.ts'
import type { OwnedTransaction, Transaction } from '#contract/money/wallet.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hideContact, type Reader } from '#server/accounts/users/colleagues.ts'
import { findUserIdsByEmail } from '#server/accounts/users/users.ts'
import * as rows from './sql.ts'

export const listTransactions: Handler<typeof contract.listTransactions> = async (
  { sql, now },
  input,
  caller,
) => {
  const list = { ...toList(input, now()), userIds: [caller.id] }
  if (isNothing(input)) return NOTHING
  const [page, totalTransactions] = await Promise.all([
    rows.selectTransactions(sql, list),
    rows.countTransactions(sql, list),
  ])
  return { transactions: page.map(toTransaction), totalTransactions }
}

export const listAllTransactions: Handler<typeof contract.listAllTransactions> = async (
  ctx,
  input,
  caller,
) => {
  if (isNothing(input)) return NOTHING
  const { search, userId, currency } = input
  const list = { ...toList(input, ctx.now()), ...(currency && { currency }) }
  const isSought = search || userId
  const { rows, total } = await (isSought
    ? find(ctx, { ...input, reader: caller }, list)
    : cut(ctx, list))
  const transactions = rows.map((row) => toOwnedTransaction(row, caller))
  return { transactions, totalTransactions: total }
}

type SearchInput = Pick<
  Input<typeof contract.listAllTransactions>,
  'search' | 'searchIndex' | 'userId' | 'currency'
> & { reader: Reader }
type Search = { reference?: string; userIds?: string[]; currency?: Currency }

/** Searching for a prefix with more matches is refused, because it would read all of them. */
const FOUND_MAX = 100_000

export async function toSearch(
  ctx: Pick<Context, 'sql'>,
  { userId, currency, ...words }: SearchInput,
): Promise<Search> {
  const found = { ...(await toWords(ctx, words)), ...(currency && { currency }) }
  if (userId === undefined) return found
  const isTheirs = found.userIds?.includes(userId) ?? true
  return { ...found, userIds: isTheirs ? [userId] : [] }
}

type Words = Omit<SearchInput, 'userId' | 'currency'>

async function toWords(
  ctx: Pick<Context, 'sql'>,
  { search, searchIndex, reader }: Words,
): Promise<Search> {
  if (!search) return {}
  if (searchIndex === 'email') return { userIds: await findUserIdsByEmail(ctx, search, reader) }
  if (await rows.areMoreThan(ctx.sql, search, FOUND_MAX))
    throw new Refusal('SEARCH_TOO_WIDE', { field: 'search' })
  return { reference: search }
}

async function find(ctx: Pick<Context, 'sql'>, sought: SearchInput, list: List) {
  const { sql } = ctx
  const input = { ...list, ...(await toSearch(ctx, sought)) }
  const [page, total] = await Promise.all([
    rows.selectTransactions(sql, input),
    rows.countTransactions(sql, input),
  ])
  return { rows: page, total }
}

/** Cuts a page out of millions. Lines are counted by day, so even a late page is near the start of its day. */
async function cut({ sql }: Pick<Context, 'sql'>, list: List & Pick<Search, 'currency'>) {
  const { total, before, start, end } = await rows.selectPageRange(sql, list)
  if (before === null || !start || !end) return { rows: [], total }
  const isByDate = list.sort.endsWith('date')
  const near = isByDate ? { ...list, start, end, offset: list.offset - before } : list
  return { rows: await rows.selectTransactions(sql, near), total }
}

type Filters = Input<typeof contract.listTransactions>

const NOTHING = { transactions: [], totalTransactions: 0 }

/** True if the filter matches nothing: the books hold no pending or failed movements. */
export const isNothing = ({ status = 'success' }: Pick<Filters, 'status'>) => status !== 'success'

type List = ReturnType<typeof toList>

type ListInput = Pick<Filters, 'page' | 'limit' | 'sort' | 'from' | 'to' | 'month'>

function toList({ page, limit, sort: asked, ...period }: ListInput, now: Date) {
  const sort = toSort(asked)
  return { ...toRange(period, now), sort, limit, offset: (page - 1) * limit }
}

/** A movement has only one date, so both names of it sort alike. */
function toSort(sort: Filters['sort']) {
  if (sort === 'createdAt') return 'date'
  return sort === '-createdAt' ? '-date' : sort
}

const toTransaction = (row: rows.TransactionRow): Transaction => ({
  _id: row.hash.toString('hex'), // unique in the whole ledger, and impossible to guess
  userId: row.userId,
  orderId: row.orderId,
  UTR: row.reference,
  kind: row.kind,
  status: 'success',
  createdAt: row.createdAt.toISOString(),
  currency: row.currency,
  price: row.amount,
})

export const toOwnedTransaction = (row: rows.TransactionRow, reader: Reader): OwnedTransaction => ({
  ...toTransaction(row),
  balance: row.balance,
  fullName: row.fullName,
  reason: row.reason,
  email: hideContact(row, reader).email,
})
