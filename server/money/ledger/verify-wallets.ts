import type { TransferKind } from '#contract/money/wallet.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { BEGINNING, hashPosting } from './chain.ts'
import { add, hasHash, type Counts, type Outcome } from './check.ts'
import { copyPostings, selectAddress, type PostingRow } from './verify-sql.ts'

type Before = {
  accountId: number
  currency: string
  sequence: number
  balance: number
  hash: string
}
type Wrong = Pick<PostingRow, 'accountId' | 'sequence' | 'currency'> & { problem: string }

/** Checks every line of every wallet: none is missing, each matches its transfer, and each continues the hash chain. */
export async function verifyWallets(tx: Tx, counts: Counts): Promise<Outcome> {
  const totals = new Map<string, bigint>()
  let before: Before | undefined
  let wrong: Wrong | undefined
  await copyPostings(tx, (row) => {
    if (wrong) return
    const { accountId, sequence, currency } = row
    if (before?.accountId !== accountId) {
      counts.wallets++
      if (before) add(totals, before.currency, before.balance)
      before = { accountId, currency, sequence: 0, balance: 0, hash: BEGINNING }
    }
    const problem = findProblem(row, before)
    if (problem) {
      wrong = { accountId, sequence, currency, problem }
      return
    }
    counts.postings++
    before = row
  })
  if (!wrong) {
    if (before) add(totals, before.currency, before.balance) // the sum of the last wallet's lines
    return { totals }
  }
  const address = await selectAddress(tx, wrong.accountId)
  return { fault: `Line ${wrong.sequence} of ${address} ${wrong.currency}: ${wrong.problem}` }
}

/** Only these may take a wallet below zero. Money that comes in may leave it there. */
const MAY_OWE = new Set<string>(['adjustment', 'dispute'] satisfies TransferKind[])

function findProblem(row: PostingRow, before: Before): string | null {
  if (row.sequence !== before.sequence + 1)
    return before.sequence === 0
      ? 'the lines before it are missing'
      : `the lines between ${before.sequence} and it are missing`
  if (!row.isMatched) return `it doesn't match transfer ${row.transfer}`
  if (row.balance !== before.balance + row.amount)
    return `its balance is ${row.balance}, but ${before.balance} and ${row.amount} make ${before.balance + row.amount}`
  if (row.balance < 0 && row.amount < 0 && !MAY_OWE.has(row.kind))
    return `its balance is ${row.balance}`
  if (!hasHash(row.hash, () => hashPosting(before.hash, row)))
    return "its hash doesn't match its fields and the previous line"
  return null
}
