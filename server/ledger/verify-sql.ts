import type { Tx } from '#server/db/db.ts'
import type { HashedPosting, HashedTransfer } from './chain.ts'
import type { SealRow } from './sql.ts'

// Whole numbers come as floats here: one that was made too large to be exact is then a fault, not a crash.

/** One moment for all that is read, however long it takes and whatever the shop goes on doing. */
export const freeze = (tx: Tx) => tx`
  set transaction isolation level repeatable read read only`

export const declarePostings = (tx: Tx) => tx`
  declare postings no scroll cursor for
  select posting.account_id::float8, coalesce(account.address, 'no account') as address,
    posting.sequence::float8, posting.transfer::float8, posting.user_id, posting.currency,
    posting.amount::float8, posting.balance::float8, posting.created_at, posting.hash,
    moved.kind, moved.reference, moved.order_id, moved.hash as transfer_hash,
    coalesce(account.user_id = posting.user_id and account.currency = posting.currency
      and moved.currency = posting.currency and moved.created_at = posting.created_at
      and posting.amount = case posting.account_id
        when moved.credit then moved.amount when moved.debit then -moved.amount end, false) as is_matched
  from posting
  left join transfer moved on moved.number = posting.transfer
  left join account on account.id = posting.account_id
  order by posting.account_id, posting.sequence`

export type PostingRow = HashedPosting & {
  accountId: number
  address: string
  transfer: number
  hash: Buffer
  isMatched: boolean
}

export const declareTransfers = (tx: Tx) => tx`
  declare transfers no scroll cursor for
  select moved.number::float8, moved.key, moved.line::float8, moved.kind, moved.currency,
    moved.amount::float8, moved.reference, moved.order_id, moved.created_at, moved.hash,
    coalesce(source.address, 'no account') as source, coalesce(target.address, 'no account') as target,
    from_line.hash as source_hash, to_line.hash as target_hash,
    coalesce(source.currency = moved.currency and target.currency = moved.currency
      and (source.user_id is null) = (from_line.hash is null)
      and (target.user_id is null) = (to_line.hash is null), false) as is_posted,
    extract(microseconds from moved.created_at)::bigint % 1000 = 0 as is_exact
  from transfer moved
  left join account source on source.id = moved.debit
  left join account target on target.id = moved.credit
  left join posting from_line on from_line.transfer = moved.number and from_line.account_id = moved.debit
  left join posting to_line on to_line.transfer = moved.number and to_line.account_id = moved.credit
  order by moved.number`

export type TransferRow = HashedTransfer & {
  hash: Buffer
  sourceHash: Buffer | null
  targetHash: Buffer | null
  isPosted: boolean
  isExact: boolean
}

export const declareSeals = (tx: Tx) => tx`
  declare seals no scroll cursor for
  select number::float8, last::float8, count::float8, root, created_at, hash,
    extract(microseconds from created_at)::bigint % 1000 = 0 as is_exact
  from seal order by number`

export type CheckedSeal = SealRow & { isExact: boolean }

export const fetchPostings = (tx: Tx) => tx<PostingRow[]>`fetch 2000 from postings`
export const fetchTransfers = (tx: Tx) => tx<TransferRow[]>`fetch 2000 from transfers`
export const fetchSeals = (tx: Tx) => tx<CheckedSeal[]>`fetch 200 from seals`
