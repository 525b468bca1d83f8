import type { Currency } from '#contract/core/money.ts'
import type { TransferKind } from '#contract/money/wallet.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Address } from './ledger.ts'

type Movement = {
  key: string
  kind: string
  reference: string
  orderId?: string
  now: Date
  lines: { from: string; to: string; currency: string; amount: number }[]
}

type MovedLine = { isRepeat: boolean; sourceBalance: number | null; targetBalance: number | null }

export const moveLines = (tx: Tx, { key, kind, reference, orderId, now, lines }: Movement) =>
  tx<[MovedLine, ...MovedLine[]]>`
    select is_repeat, source_balance, target_balance from move_money(
      ${key}, ${kind}, ${reference}, ${orderId ?? null}, ${now}, ${lines.map(({ from }) => from)},
      ${lines.map(({ to }) => to)}, ${lines.map(({ currency }) => currency)},
      ${lines.map(({ amount }) => amount)})`

type Charge = { payer: string; amount: number; itemPrice: number; isRefund: boolean }
type OrderLine = { from: Address; to: Address; amount: number }

export const selectOrderLines = (tx: Tx, { payer, amount, itemPrice, isRefund }: Charge) => tx<
  OrderLine[]
>`
  select source as from, target as to, amount
  from order_lines(${payer}, ${amount}, ${itemPrice}, ${isRefund}) order by line`

/** The account that the first line of an event debited. */
export async function selectDebited(sql: Sql | Tx, key: string): Promise<string | null> {
  const [row] = await sql<{ address: string }[]>`
    select address from transfer join account on account.id = debit where key = ${key} and line = 1`
  return row?.address ?? null
}

export const lockReference = (tx: Tx, reference: string) => tx`
  select pg_advisory_xact_lock(hashtextextended(${`reference ${reference}`}, 0))`

export async function isReferenceUsed(tx: Tx, references: string[]): Promise<boolean> {
  const rows = await tx`select from transfer where reference = any(${references}) limit 1`
  return rows.length > 0
}

type WalletRow = { currency: Currency; balance: number }

/** Leaves out wallets in which no money has ever moved. */
export const selectBalances = (sql: Sql | Tx, userId: string) => sql<WalletRow[]>`
  select currency, balance_of(user_id, currency) as balance from account where user_id = ${userId}`

export const selectSpendable = (sql: Sql | Tx, userId: string) => sql<WalletRow[]>`
  select currency, balance_of(user_id, currency) - held_in(user_id, currency) as balance
  from account where user_id = ${userId}`

export const lockWallets = (tx: Tx, userId: string) => tx`
  select from account where user_id = ${userId} order by id for no key update`

/** Hashes are hexadecimal text outside of the database. */
export type SealRow = {
  number: number
  last: number
  count: number
  root: string
  createdAt: Date
  hash: string
}

export async function selectLastSeal(sql: Sql): Promise<SealRow | null> {
  const [row] = await sql<SealRow[]>`
    select number, last, count, encode(root, 'hex') as root, created_at, encode(hash, 'hex') as hash
    from seal order by number desc limit 1`
  return row ?? null
}

/** Also counts the sealed lines by day, for lists. Sealed lines never change, so each is counted once. */
export const insertSeal = (sql: Sql, { root, hash, ...rest }: SealRow, after: number) => sql`
  with counted as (
    insert into posting_count (day, currency, count)
    select shop_day(created_at), currency, count(*) from posting
    where transfer > ${after} and transfer <= ${rest.last} group by 1, 2 order by 1, 2
    on conflict (day, currency) do update set count = posting_count.count + excluded.count
  )
  insert into seal ${sql.values({ ...rest, root: Buffer.from(root, 'hex'), hash: Buffer.from(hash, 'hex') })}`

export async function selectNewestNumber(sql: Sql): Promise<number> {
  const [row] = await sql<[{ newest: number }]>`
    select coalesce(max(number), 0) as newest from transfer`
  return row.newest
}

/** Open transactions that have written a transfer. */
export async function selectWriters(sql: Sql): Promise<string[]> {
  const rows = await sql<{ virtualtransaction: string }[]>`
    select distinct virtualtransaction from pg_locks
    where relation = 'transfer'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`
  return rows.map(({ virtualtransaction }) => virtualtransaction)
}

export type TransferLine = {
  number: number
  key: string // names the event
  line: number // 1 is the payer's, or the payee's of a refund
  kind: TransferKind
  from: Address
  to: Address
  orderId: string | null
  createdAt: Date
}

/** A line with its amount. */
export type AmountLine = TransferLine & { currency: Currency; amount: number; reference: string }

/** Numbers of the first and last line written in a period. Null if there is none. */
export async function selectLinesOfPeriod(
  sql: Sql,
  { start, end }: { start: Date; end: Date },
): Promise<{ first: number; last: number } | null> {
  const [row] = await sql<[{ first: number | null; last: number | null }]>`
    with lines as materialized (
      select number from transfer where created_at >= ${start} and created_at < ${end}
    )
    select min(number) as first, max(number) as last from lines`
  const { first, last } = row
  return first === null || last === null ? null : { first, last }
}

/** Lines with amounts, in their order. */
export const selectAmountLines = (sql: Sql, { after, upTo, max }: TransferRange) => sql<
  AmountLine[]
>`
  select number, key, line, kind, source.address as from, target.address as to, order_id, transfer.created_at,
    transfer.currency, transfer.amount, transfer.reference
  from transfer
  join account source on source.id = debit
  join account target on target.id = credit
  where number > ${after} and number <= ${upTo} order by number limit ${max}`

type TransferRange = { after: number; upTo: number; max: number }

export const selectTransfers = (sql: Sql | Tx, { after, upTo, max }: TransferRange) => sql<
  TransferLine[]
>`
  select number, key, line, kind, source.address as from, target.address as to, order_id, transfer.created_at
  from transfer
  join account source on source.id = debit
  join account target on target.id = credit
  where number > ${after} and number <= ${upTo} order by number limit ${max}`

type Leaf = { number: number; hash: string; sourceHash: string | null; targetHash: string | null }

/** Transfers in a range of numbers, each with the hashes of its wallet lines. */
export const selectLeaves = (sql: Sql, { after, upTo, max }: TransferRange) => sql<Leaf[]>`
  select moved.number, encode(moved.hash, 'hex') as hash, encode(source.hash, 'hex') as source_hash,
    encode(target.hash, 'hex') as target_hash
  from (
    select * from transfer where number > ${after} and number <= ${upTo} order by number limit ${max}
  ) moved
  left join posting source on source.transfer = moved.number and source.account_id = moved.debit
  left join posting target on target.transfer = moved.number and target.account_id = moved.credit
  order by moved.number`
