import type { Tx } from '#server/db/db.ts'
import { BEGINNING, hashPosting } from './chain.ts'
import { add, hasHash, stream, type Counts, type Outcome } from './check.ts'
import { declarePostings, fetchPostings, type PostingRow } from './verify-sql.ts'

type Before = { accountId: number; sequence: number; balance: number; hash: Buffer }

/** Goes through every line of every wallet: none missing, each made from its transfer, each chained. */
export async function verifyWallets(tx: Tx, counts: Counts): Promise<Outcome> {
  await declarePostings(tx)
  const totals = new Map<string, bigint>()
  let before: Before | null = null
  for await (const row of stream(() => fetchPostings(tx))) {
    if (before?.accountId !== row.accountId) {
      counts.wallets++
      before = { accountId: row.accountId, sequence: 0, balance: 0, hash: BEGINNING }
    }
    const problem = findProblem(row, before)
    if (problem)
      return { fault: `Line ${row.sequence} of ${row.address} ${row.currency}: ${problem}` }
    counts.postings++
    add(totals, row.currency, row.amount)
    before = row
  }
  return { totals }
}

function findProblem(row: PostingRow, before: Before): string | null {
  if (row.sequence !== before.sequence + 1)
    return before.sequence === 0
      ? 'the lines before it are missing'
      : `the lines between ${before.sequence} and it are missing`
  if (!row.isMatched) return `it does not say what transfer ${row.transfer} says`
  if (row.balance !== before.balance + row.amount)
    return `its balance is ${row.balance}; ${before.balance} and ${row.amount} make ${before.balance + row.amount}`
  if (row.balance < 0) return `its balance is ${row.balance}`
  if (!hasHash(row.hash, () => hashPosting(before.hash, row)))
    return 'its hash is not that of its fields and of the line before'
  return null
}
