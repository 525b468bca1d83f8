import type { Input } from '#contract/endpoint.ts'
import { toRange } from '#contract/period.ts'
import type * as contract from '#contract/wallet.ts'
import type { OwnedTransaction, Transaction } from '#contract/wallet.ts'
import type { Handlers } from '#server/http/implement.ts'
import * as rows from './sql.ts'

type Handle = Handlers<typeof contract>

export const listTransactions: Handle['listTransactions'] = async ({ sql, now }, input, caller) => {
  const list = { ...toList(input, now()), userId: caller.id }
  if (isNothing(input)) return NOTHING
  const [page, totalTransactions] = await Promise.all([
    rows.selectTransactions(sql, list),
    rows.countTransactions(sql, list),
  ])
  return { transactions: page.map(toTransaction), totalTransactions }
}

export const listAllTransactions: Handle['listAllTransactions'] = async ({ sql, now }, input) => {
  const { search, searchIndex } = input
  const list = { ...toList(input, now()), ...(search ? { search: { [searchIndex]: search } } : {}) }
  if (isNothing(input)) return NOTHING
  const [page, totalTransactions] = await Promise.all([
    rows.selectTransactions(sql, list),
    rows.countTransactions(sql, list),
  ])
  return { transactions: page.map(toOwnedTransaction), totalTransactions }
}

type Filters = Input<typeof contract.listTransactions>

const NOTHING = { transactions: [], totalTransactions: 0 }

/** What is in the books has happened: nothing there is pending or has failed. */
const isNothing = ({ status = 'success' }: Pick<Filters, 'status'>) => status !== 'success'

function toList({ page, limit, sort, ...period }: Omit<Filters, 'status'>, now: Date) {
  return { ...toRange(period, now), sort, limit, offset: (page - 1) * limit }
}

const toTransaction = (row: rows.TransactionRow): Transaction => ({
  _id: row.hash.toString('hex'), // its own in the whole book, and not to be guessed
  userId: row.userId,
  orderId: row.orderId,
  UTR: row.reference,
  kind: row.kind,
  status: 'success',
  createdAt: row.createdAt.toISOString(),
  currency: row.currency,
  price: row.amount,
})

const toOwnedTransaction = (row: rows.TransactionRow): OwnedTransaction => ({
  ...toTransaction(row),
  fullName: row.fullName,
  email: row.email,
})
