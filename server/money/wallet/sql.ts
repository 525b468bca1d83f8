import type { Role } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/money.ts'
import type { TransferKind } from '#contract/money/wallet.ts'
import type { Sql } from '#server/platform/db/db.ts'

// The ledger writes the books. This module only reads them.

export type TransactionRow = {
  hash: Buffer
  transfer: number
  accountId: number
  userId: string
  orderId: string | null
  reference: string
  kind: TransferKind
  currency: Currency
  amount: number
  balance: number
  createdAt: Date
  fullName: string
  email: string | null
  role: Role
  reason: string | null
}

type Filter = {
  start: Date
  end: Date
  userIds?: string[]
  reference?: string
  currency?: Currency
}

type List = Filter & {
  sort: 'priceLowToHigh' | 'priceHighToLow' | 'date' | '-date'
  limit: number
  offset: number
}

const matches = (sql: Sql, { start, end, userIds, reference, currency }: Filter) => sql`
  posting.created_at >= ${start} and posting.created_at < ${end}
  ${currency ? sql`and posting.currency = ${currency}` : sql``}
  ${userIds ? sql`and posting.user_id = any(${userIds}::uuid[])` : sql``}
  ${
    reference === undefined
      ? sql``
      : sql`and posting.transfer in (select number from transfer where ${beginsWith(sql, reference)})`
  }`

const escape = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Matches the start of a reference. People know or copy references, and the index is sorted by them. */
const beginsWith = (sql: Sql, reference: string) => sql`
  (reference like ${`${escape(reference)}%`} or reference like ${`${escape(reference.toUpperCase())}%`})`

/** True if more than `max` transfers have a reference that starts like this. */
export async function areMoreThan(sql: Sql, reference: string, max: number): Promise<boolean> {
  const rows = await sql`
    select from transfer where ${beginsWith(sql, reference)} offset ${max} limit 1`
  return rows.length > 0
}

/** Sorts amounts of all currencies by their numbers alone. The index uses the same expression. */
const price = (sql: Sql) => sql`(amount * case currency when 'INR' then 100 else 1 end)`

const orders = (sql: Sql) => ({
  priceLowToHigh: sql`${price(sql)}, transfer`,
  priceHighToLow: sql`${price(sql)} desc, transfer desc`,
  date: sql`created_at, transfer`,
  '-date': sql`created_at desc, transfer desc`,
})

/** Cuts the page from the index first, and then looks up only its rows. */
export function selectTransactions(sql: Sql, { sort, limit, offset, ...filter }: List) {
  const order = orders(sql)[sort]
  return sql<TransactionRow[]>`
    select page.hash, page.transfer, page.account_id, page.user_id, page.currency, page.amount, page.balance, page.created_at,
      transfer.order_id, transfer.reference, transfer.kind, users.full_name, users.email, users.role,
      gift_reason.reason
    from (
      select row_number() over (order by ${order}) as place, * from posting
      where ${matches(sql, filter)} order by ${order} limit ${limit} offset ${offset}
    ) page
    join transfer on transfer.number = page.transfer
    join users on users.id = page.user_id
    left join gift_reason on gift_reason.transfer = page.transfer
    order by place`
}

type Batch = Filter & {
  limit: number
  after: Pick<TransactionRow, 'createdAt' | 'transfer' | 'accountId'> | null
}

/** The newest first, from a cursor: the last piece of a long list is found as quickly as the first. */
export const selectBatch = (sql: Sql, { limit, after, ...filter }: Batch) => sql<TransactionRow[]>`
  select page.hash, page.transfer, page.account_id, page.user_id, page.currency, page.amount, page.balance, page.created_at,
    transfer.order_id, transfer.reference, transfer.kind, users.full_name, users.email, users.role,
      gift_reason.reason
  from (
    select * from posting
    where ${matches(sql, filter)} ${after ? isBehind(sql, after) : sql``}
    order by created_at desc, transfer desc, account_id desc limit ${limit}
  ) page
  join transfer on transfer.number = page.transfer
  join users on users.id = page.user_id
  left join gift_reason on gift_reason.transfer = page.transfer
  order by page.created_at desc, page.transfer desc, page.account_id desc`

/** The index has the first two columns. The third is needed because a transfer between two wallets has two lines. */
const isBehind = (sql: Sql, { createdAt, transfer, accountId }: NonNullable<Batch['after']>) => sql`
  and (created_at, transfer) <= (${createdAt}, ${transfer})
  and (created_at, transfer, account_id) < (${createdAt}, ${transfer}, ${accountId})`

export async function countTransactions(sql: Sql, filter: Filter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from posting where ${matches(sql, filter)}`
  return row.count
}

type PageRange = { total: number; before: number | null; start: Date | null; end: Date | null }

/** Counts the lines, finds the days that a page lies in, and counts the lines before those days. */
export async function selectPageRange(
  sql: Sql,
  { start, end, currency, sort, limit, offset }: List,
): Promise<PageRange> {
  const direction = sort === 'date' ? sql`asc` : sql`desc`
  const [row] = await sql<[PageRange]>`
    with days as (
      select day, sum(count)::bigint as count,
        (sum(sum(count)) over (order by day ${direction}))::bigint as upto
      from posting_days(${currency ?? null}::text) where day >= shop_day(${start}) and day < shop_day(${end}) group by day
    )
    select (select coalesce(max(upto), 0) from days) as total, min(upto - count) as before,
      shop_day_start(min(day)) as start, shop_day_start(max(day) + 1) as end
    from days where upto > ${offset} and upto - count < ${offset + limit}`
  return row
}

type Period = { userId: string; currency: Currency; start: Date; end: Date }

export type StatementRow = {
  sequence: number
  amount: number
  balance: number
  createdAt: Date
  hash: Buffer
  kind: TransferKind
  reference: string
  orderId: string | null
  transferHash: Buffer
  isBefore: boolean
}

/**
 * A period's lines and the one before it, by sequence so that no line is missing. Nodes' clocks may differ, so times
 * alone could leave a gap.
 */
export const selectStatement = (
  sql: Sql,
  { userId, currency, start, end, max }: Period & { max: number },
) => sql<StatementRow[]>`
  with wallet as (
    select id from account where user_id = ${userId} and currency = ${currency}
  ), period as (
    select min(sequence) as first, max(sequence) as last
    from posting join wallet on account_id = wallet.id
    where user_id = ${userId} and created_at >= ${start} and created_at < ${end}
  )
  select posting.sequence, posting.amount, posting.balance, posting.created_at, posting.hash,
    transfer.kind, transfer.reference, transfer.order_id, transfer.hash as transfer_hash,
    posting.sequence < first as is_before
  from wallet cross join period
  join posting on posting.account_id = wallet.id and posting.sequence between first - 1 and last
  join transfer on transfer.number = posting.transfer
  order by posting.sequence limit ${max}`

/** The last line before a moment. It has the balance of a wallet whose period has no lines. */
export async function selectLineBefore(
  sql: Sql,
  { userId, currency, end }: Period,
): Promise<Pick<StatementRow, 'balance' | 'hash'> | null> {
  const [row] = await sql<Pick<StatementRow, 'balance' | 'hash'>[]>`
    select balance, posting.hash
    from posting join account on account.id = account_id
    where posting.user_id = ${userId} and posting.currency = ${currency} and posting.created_at < ${end}
    order by sequence desc limit 1`
  return row ?? null
}
