/** What has been gone through so far. */
export type Counts = {
  wallets: number
  postings: number
  transfers: number
  seals: number
  sealed: number // transfers that seals cover
  lastSeal: string // its hash, to be compared with one that was written down elsewhere
}

/** What a part of the books adds up to, by currency, unless something in it is wrong. */
export type Outcome = { fault: string } | { totals: Map<string, bigint> }

/** False also for a row that was edited into something that cannot even be computed. */
export function hasHash(stored: string, compute: () => string): boolean {
  try {
    return compute() === stored
  } catch {
    return false
  }
}

export function add(totals: Map<string, bigint>, currency: string, amount: number): void {
  totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(amount))
}
