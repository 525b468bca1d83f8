// Money that moves without an invoice or a credit note, as vouchers for Tally: top-ups, payouts, gifts, disputes and the
// like, one a day for each kind and pair of ledgers, and each settlement of a gateway.
import { toHundredths, toPaise, type Rate } from '#contract/core/money.ts'
import { dayOf } from '#contract/core/period.ts'
import { readLines, type AmountLine } from '#server/money/ledger/ledger.ts'
import { findGateways, sumSettlements } from '#server/money/settlements/settlements.ts'
import { findPaymentRates } from '#server/money/wallet/outside-money.ts'
import type { Context } from '#server/context.ts'
import { accountOf, postsOfSettlement } from './journal.ts'
import type { Period } from './sql.ts'

export type Movement = {
  id: string
  day: string
  words: string
  posts: Map<string, number> // by ledger, in paise; negative amounts are debits, as in Tally
}

/** Invoices and credit notes have vouchers of their own. */
const DOCUMENTED = new Set(['order', 'refund', 'coupon', 'cost'])

/** Leaves out gifts, corrections and settlements in other currencies than rupees, which have no rate. */
export async function* readMovements(
  ctx: Pick<Context, 'sql' | 'connectors'>,
  period: Period,
): AsyncGenerator<Movement> {
  const { sql } = ctx
  const movements = new Map<string, Movement>()
  for await (const all of readLines(sql, period)) {
    const lines = all.filter(({ kind }) => !DOCUMENTED.has(kind))
    const keys = lines.map(({ key }) => key)
    const gateways = await findGateways(sql, keys)
    const foreign = lines.filter(({ currency }) => currency !== 'INR')
    const rates = await findPaymentRates(
      sql,
      foreign.map(({ key }) => key),
    )
    for (const line of lines) {
      const [from, to] = [line.from, line.to].map((side) => accountOf(side, line, gateways)[1])
      const paise = inRupees(line, rates.get(line.key))
      if (from !== to && paise !== null)
        add(movements, { day: dayOf(line.createdAt), kind: line.kind, from: from!, to: to!, paise })
    }
  }
  yield* movements.values()
  for (const settlement of await sumSettlements(sql, period)) {
    const { gateway, settlementId, bankReference, settledAt, currency } = settlement
    if (currency !== 'INR') continue
    const posts = postsOfSettlement(ctx, settlement).map(
      ({ account, debit, credit }): [string, number] => [account[1], credit - debit],
    )
    yield {
      id: `settlement/${gateway}/${settlementId}`,
      day: dayOf(settledAt),
      words: `Settlement ${bankReference ?? settlementId}`,
      posts: new Map(posts),
    }
  }
}

function inRupees({ amount, currency }: AmountLine, rate: Rate | undefined): number | null {
  if (currency === 'INR') return amount
  return rate === undefined ? null : toPaise(toHundredths(amount, currency), rate)
}

type Sum = { day: string; kind: string; from: string; to: string; paise: number }

function add(movements: Map<string, Movement>, { day, kind, from, to, paise }: Sum): void {
  const id = [day, kind, from, to].join('/')
  const known = movements.get(id) ?? { id, day, words: kind, posts: new Map<string, number>() }
  movements.set(id, known)
  known.posts.set(from, (known.posts.get(from) ?? 0) - paise)
  known.posts.set(to, (known.posts.get(to) ?? 0) + paise)
}
