import { keyOf } from './deal-store.ts'
import { digits, letters, type Deal, type Repayment } from './deals.ts'

type RepaymentInput = {
  reference: string
  amount: number
  attemptId: string
  id?: string | undefined
}
type Repaid = { deal: Deal; repayment: Repayment }

const REPAYMENT_MS = 200

export function createRepayments(tell: (deal: Deal, repayment: Repayment) => void) {
  const all = new Map<string, Repaid>() // by gateway and reference
  const outcomes = new Map<string, Repayment['state']>() // decided for the next refunds
  const timers = new Set<NodeJS.Timeout>()

  function settle({ deal, repayment }: Repaid): void {
    const state = outcomes.get(deal.gateway) ?? 'done'
    if (repayment.state !== 'pending' || state === 'pending') return
    repayment.state = state
    if (state === 'done') repayment.utr = digits(12)
    tell(deal, repayment)
  }

  function settleSoon(repaid: Repaid): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      settle(repaid)
    }, REPAYMENT_MS).unref()
    timers.add(timer)
  }

  return {
    /** Refunds captured money after a short delay. */
    repay(deal: Deal, input: RepaymentInput): Repayment | 'twice' | 'too much' {
      const { reference, amount, attemptId, id = letters(14) } = input
      const key = keyOf(deal.gateway, reference)
      if (all.has(key)) return 'twice'
      if (amount > refundable(deal, attemptId)) return 'too much'
      const asked = { id, reference, amount, attemptId, at: Date.now() }
      const repayment: Repayment = { ...asked, state: 'pending', utr: '' }
      deal.repayments.push(repayment)
      all.set(key, { deal, repayment })
      settleSoon({ deal, repayment })
      return repayment
    },

    findRepayment: (gateway: string, reference: string) => all.get(keyOf(gateway, reference)),

    /** Sets the outcome of all later refunds, and of those still pending. */
    decideRepayments(gateway: string, outcome: Repayment['state']): void {
      outcomes.set(gateway, outcome)
      for (const repaid of all.values()) if (repaid.deal.gateway === gateway) settle(repaid)
    },

    forget(deal: Deal): void {
      for (const { reference } of deal.repayments) all.delete(keyOf(deal.gateway, reference))
    },

    stop: () => timers.forEach(clearTimeout),
  }
}

/** The amount of an attempt that has not been refunded. */
export function refundable(deal: Deal, attemptId: string): number {
  const attempt = deal.attempts.find(({ id, state }) => id === attemptId && state === 'success')
  const gone = deal.repayments
    .filter((repayment) => repayment.attemptId === attemptId && repayment.state !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0)
  return (attempt?.amount ?? 0) - gone
}
