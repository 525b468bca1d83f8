/** Rows checked so far. */
export type Counts = {
  wallets: number
  postings: number
  transfers: number
  seals: number
  sealed: number // transfers that seals cover
  lastSeal: string // hash of the last seal, to be compared with a copy kept elsewhere
}

/** Result for a part of the books: the first fault, or the sum for each currency. */
export type Outcome = { fault: string } | { totals: Map<string, bigint> }

/** Also false for a row that was edited so badly that its hash cannot be computed. */
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
