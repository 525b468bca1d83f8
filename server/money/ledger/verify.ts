import type { Sql } from '#server/platform/db/db.ts'
import type { Counts, Outcome } from './check.ts'
import { freeze, freezeWith } from './verify-sql.ts'
import { verifyTransfers, type Anchor } from './verify-transfers.ts'
import { verifyWallets } from './verify-wallets.ts'

export type { Anchor } from './verify-transfers.ts'

export type Verdict = { counts: Counts; fault: string | null }

/** Recomputes the books from their first line. Returns the first fault, or null. Takes two connections. */
export async function verifyLedger(sql: Sql, anchor: Anchor | null = null): Promise<Verdict> {
  const counts = { wallets: 0, postings: 0, transfers: 0, seals: 0, sealed: 0, lastSeal: '' }
  const fault = await sql.begin(async (tx) => {
    const snapshot = await freeze(tx)
    const transfers = sql.begin(async (other) => {
      await freezeWith(other, snapshot)
      return verifyTransfers(other, counts, anchor)
    })
    return judge(...(await Promise.all([verifyWallets(tx, counts), transfers])))
  })
  return { counts, fault }
}

function judge(wallets: Outcome, house: Outcome): string | null {
  if ('fault' in wallets) return wallets.fault
  if ('fault' in house) return house.fault
  for (const currency of new Set([...wallets.totals.keys(), ...house.totals.keys()])) {
    const sum = (wallets.totals.get(currency) ?? 0n) + (house.totals.get(currency) ?? 0n)
    if (sum !== 0n) return `All accounts in ${currency}: they add up to ${sum}, not to zero`
  }
  return null
}
