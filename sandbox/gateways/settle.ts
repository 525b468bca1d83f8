import type { Deal } from './deals.ts'

/** A line of what a gateway pays to the shop's bank. Amounts are in paise; those taken from the shop are negative. */
export type SettledLine = {
  id: string
  kind: 'payment' | 'refund' | 'dispute'
  deal: Deal
  attemptId: string
  amount: number
  fee: number
  tax: number // on the fee, which does not include it
  at: number // when it happened
}

export type Settlement = {
  id: string
  utr: string
  at: number
  currency: string
  lines: SettledLine[]
}

const FEE_PERCENT = 2
const TAX_PERCENT = 18

/** Settles all that was captured, refunded and disputed since the last settlement, in one currency each. */
export function createSettlements() {
  const settled = new Map<string, Settlement[]>() // by gateway
  const seen = new Set<string>()

  return {
    settlementsOf: (gateway: string): Settlement[] => settled.get(gateway) ?? [],

    settle(
      deals: Deal[],
      { gateway, id, utr }: { gateway: string; id: () => string; utr: string },
    ) {
      const lines = deals.flatMap(linesOf).filter((line) => !seen.has(`${gateway} ${line.id}`))
      const made: Settlement[] = [...new Set(lines.map(currencyOf))].map((currency) => ({
        id: id(),
        utr,
        at: Date.now(),
        currency,
        lines: lines.filter((line) => currencyOf(line) === currency),
      }))
      for (const line of lines) seen.add(`${gateway} ${line.id}`)
      settled.set(gateway, [...(settled.get(gateway) ?? []), ...made])
      return made
    },
  }
}

export const netOf = ({ amount, fee, tax }: SettledLine): number => amount - fee - tax

export const currencyOf = ({ deal, attemptId }: SettledLine): string =>
  deal.attempts.find(({ id }) => id === attemptId)!.currency

/** Everything of a payment that a gateway settles. */
export function linesOf(deal: Deal): SettledLine[] {
  const paid = deal.attempts.filter(({ state }) => state === 'success')
  const back = deal.repayments.filter(({ state }) => state === 'done')
  return [
    ...paid.map(({ id, amount, at }): SettledLine => {
      const fee = Math.round((amount * FEE_PERCENT) / 100)
      const tax = Math.round((fee * TAX_PERCENT) / 100)
      return { id, kind: 'payment', deal, attemptId: id, amount, fee, tax, at }
    }),
    ...back.map(({ id, attemptId, amount, at }): SettledLine => {
      return { id, kind: 'refund', deal, attemptId, amount: -amount, fee: 0, tax: 0, at }
    }),
    ...deal.disputes
      .filter(({ taken }) => taken > 0)
      .map(({ id, attemptId, taken, at }): SettledLine => {
        return { id, kind: 'dispute', deal, attemptId, amount: -taken, fee: 0, tax: 0, at }
      }),
  ]
}
