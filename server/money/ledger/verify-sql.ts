import type { RowReader } from '#server/platform/db/copy-out.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { HashedPosting, HashedTransfer } from './chain.ts'
import type { SealRow } from './sql.ts'

/** Takes a snapshot for all reads, so that the shop can go on writing during a long check. */
export async function freeze(tx: Tx): Promise<string> {
  await tx`set transaction isolation level repeatable read read only`
  await makeRoom(tx)
  const [row] = await tx<[{ snapshot: string }]>`select pg_export_snapshot() as snapshot`
  return row.snapshot
}

/** Uses the same snapshot in another transaction. */
export async function freezeWith(tx: Tx, snapshot: string): Promise<void> {
  await tx`set transaction isolation level repeatable read read only`
  await tx.unsafe(`set transaction snapshot '${snapshot}'`)
  await makeRoom(tx)
}

const makeRoom = (tx: Tx) =>
  tx.unsafe(`set local statement_timeout = 0; set local work_mem = '64MB'`)

export type PostingRow = HashedPosting & {
  accountId: number
  transfer: number
  hash: string
  isMatched: boolean
}

/** Streams the lines of all wallets, wallet by wallet, with the fields of their transfers. */
export const copyPostings = (tx: Tx, take: (posting: PostingRow) => void) =>
  tx.copyOut(
    tx`
      select posting.account_id, posting.sequence, posting.transfer, posting.user_id::text,
        posting.currency, posting.amount, posting.balance, posting.created_at, posting.hash,
        moved.kind, moved.reference, moved.order_id::text, moved.hash,
        account.user_id = posting.user_id and account.currency = posting.currency
          and moved.currency = posting.currency and moved.created_at = posting.created_at
          and posting.amount = case posting.account_id
            when moved.credit then moved.amount when moved.debit then -moved.amount end
      from posting
      left join transfer moved on moved.number = posting.transfer
      left join account on account.id = posting.account_id
      order by posting.account_id, posting.sequence`,
    (row) => take(toPosting(row)),
  )

/** Reads the fields in the order of the columns. */
const toPosting = (row: RowReader): PostingRow => ({
  accountId: row.integer(),
  sequence: row.integer(),
  transfer: row.integer(),
  userId: row.text()!,
  currency: row.text()!,
  amount: row.integer(),
  balance: row.integer(),
  createdAt: row.moment(),
  hash: row.hex()!,
  // Without a transfer these fields are null, and then the line is not matched.
  kind: row.text()!,
  reference: row.text()!,
  orderId: row.text(),
  transferHash: row.hex()!,
  isMatched: row.flag() ?? false,
})

export async function selectAddress(tx: Tx, accountId: number): Promise<string> {
  const [row] = await tx<{ address: string }[]>`
    select address from account where id::float8 = ${accountId}`
  return row?.address ?? 'no account'
}

export type TransferRow = HashedTransfer & {
  hash: string
  sourceHash: string | null
  targetHash: string | null
  isPosted: boolean
}

type Range = { after: number; upTo: number | null }

/** Streams transfers in order, with the wallet lines that they wrote. */
export const copyTransfers = (
  tx: Tx,
  { after, upTo }: Range,
  take: (transfer: TransferRow) => void,
) =>
  tx.copyOut(
    tx`
      select moved.number, moved.key, moved.line::bigint, moved.kind, coalesce(source.address, 'no account'),
        coalesce(target.address, 'no account'), moved.currency, moved.amount, moved.reference,
        moved.order_id::text, moved.created_at, moved.hash, from_line.hash, to_line.hash,
        source.currency = moved.currency and target.currency = moved.currency
          and (source.user_id is null) = (from_line.hash is null)
          and (target.user_id is null) = (to_line.hash is null)
      from transfer moved
      left join account source on source.id = moved.debit
      left join account target on target.id = moved.credit
      left join posting from_line on from_line.transfer = moved.number and from_line.account_id = moved.debit
      left join posting to_line on to_line.transfer = moved.number and to_line.account_id = moved.credit
      where moved.number > ${after} ${upTo === null ? tx`` : tx`and moved.number <= ${upTo}`}
      order by moved.number`,
    (row) => take(toTransfer(row)),
  )

const toTransfer = (row: RowReader): TransferRow => ({
  number: row.integer(),
  key: row.text()!,
  line: row.integer(),
  kind: row.text()!,
  source: row.text()!,
  target: row.text()!,
  currency: row.text()!,
  amount: row.integer(),
  reference: row.text()!,
  orderId: row.text(),
  createdAt: row.moment(),
  hash: row.hex()!,
  sourceHash: row.hex(),
  targetHash: row.hex(),
  isPosted: row.flag() ?? false,
})

// Reads whole numbers as floats. A number that was edited beyond what is exact is then a fault, not a crash.
export const declareSeals = (tx: Tx) => tx`
  declare seals no scroll cursor for
  select number::float8, last::float8, count::float8, encode(root, 'hex') as root, created_at,
    encode(hash, 'hex') as hash,
    extract(microseconds from created_at)::bigint % 1000 = 0 as is_exact
  from seal order by number`

export type CheckedSeal = SealRow & { isExact: boolean }

export const fetchSeals = (tx: Tx) => tx<CheckedSeal[]>`fetch 1000 from seals`
