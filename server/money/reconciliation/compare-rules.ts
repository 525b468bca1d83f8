import type { DifferenceKind } from '#contract/money/payments.ts'
import type { NewDifference } from '#server/money/differences/difference-sql.ts'
import type { GatewayRefundStatus } from '#connectors/gateways/gateway.ts'

export type FoundDifference = Omit<NewDifference, 'gateway'>

type Amount = { amount: number; currency: string }

/** A capture in both books, under the name by which a person finds it. */
export type Captures = { name: string; ours: Amount | null; theirs: Amount | null }

export const KINDS_OF_CAPTURES: readonly DifferenceKind[] = [
  'missing here',
  'missing there',
  'amount',
]
export const KINDS_OF_REFUNDS: readonly DifferenceKind[] = [
  'refund missing here',
  'refund missing there',
  'refund amount',
]

export function differCapture({ name, ours, theirs }: Captures): FoundDifference[] {
  const currency = theirs?.currency ?? ours?.currency ?? 'INR'
  const found = (kind: DifferenceKind): FoundDifference[] => [
    { reference: name, kind, ours: ours?.amount ?? null, theirs: theirs?.amount ?? null, currency },
  ]
  if (!ours && !theirs) return []
  if (!ours) return found('missing here')
  if (!theirs) return found('missing there')
  if (ours.currency !== theirs.currency) return found('currency')
  return ours.amount === theirs.amount ? [] : found('amount')
}

export type Refunded = {
  reference: string
  amount: number
  currency: string
  state: 'asked' | 'done' | 'failed'
  isOverdue: boolean // asked so long ago that the gateway should have it
  there: GatewayRefundStatus['is']
}

export function differRefund({
  reference,
  amount,
  currency,
  state,
  isOverdue,
  there,
}: Refunded): FoundDifference[] {
  const isThere = there === 'done' || there === 'asked'
  const isMissing =
    state === 'done' ? !isThere : state === 'asked' && isOverdue && there === 'unknown'
  const kept = { reference, currency }
  if (isMissing) return [{ ...kept, kind: 'refund missing there', ours: amount, theirs: null }]
  if (state === 'failed' && there === 'done')
    return [{ ...kept, kind: 'refund missing here', ours: null, theirs: amount }]
  return []
}

/** Compares the total that the gateway has sent back of a capture with the refunds that we know of. */
export function differTotal(
  { name, currency }: { name: string; currency: string },
  refunds: Refunded[],
  theirs: number,
): FoundDifference[] {
  const sum = (...states: GatewayRefundStatus['is'][]) =>
    refunds
      .filter(({ there }) => states.includes(there))
      .reduce((total, { amount }) => total + amount, 0)
  const [done, ours] = [sum('done'), sum('done', 'asked')]
  if (theirs >= done && theirs <= ours) return [] // some gateways count refunds that are still on their way
  const kind = ours === 0 ? 'refund missing here' : 'refund amount'
  return [{ reference: name, kind, ours: ours || null, theirs, currency }]
}
