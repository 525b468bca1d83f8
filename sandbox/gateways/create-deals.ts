import { createStore } from './deal-store.ts'
import { digits, letters, type Attempt, type Deal, type DealEvent, type Dispute } from './deals.ts'
import { createRepayments } from './repayments.ts'
import { createSettlements } from './settle.ts'
import type { WebhookMode } from './webhooks.ts'

export type AttemptInput = {
  state: Attempt['state']
  id?: string | undefined
  amount?: number | undefined
  currency?: string | undefined
  mode?: WebhookMode | undefined // of sending webhooks
  payer?: string | undefined
  payerName?: string | undefined
  isPaidAgain?: boolean // like two phones that scan the same code
}

export type Deals = ReturnType<typeof createDeals>

type Listener = (deal: Deal, event: DealEvent, mode: WebhookMode) => void

const begin = ({ amount, currency }: Deal, { id = letters(14), state }: AttemptInput): Attempt => ({
  id,
  state,
  amount,
  currency,
  utr: '',
  at: 0,
  payer: '',
  payerName: '',
})

/** All payments of all gateways, kept as long as the sandbox runs. */
export function createDeals() {
  const listeners = new Map<string, Listener>()
  const tell = (deal: Deal, event: DealEvent, mode: WebhookMode = 'once') =>
    listeners.get(deal.gateway)?.(deal, event, mode)

  function end(deal: Deal, as: 'expired' | 'cancelled'): void {
    if (deal.state !== 'open') return
    deal.state = as
    tell(deal, { ended: true })
  }

  const { forget, ...repayments } = createRepayments((deal, repayment) => tell(deal, { repayment }))
  const { current, ...store } = createStore({
    expired: (deal) => end(deal, 'expired'),
    forgotten: forget,
  })

  return {
    ...store,
    ...repayments,
    ...createSettlements(),
    end,

    /** Decides a pending attempt, or adds a new one. Paid or ended payments accept no new attempt. */
    attempt(deal: Deal, input: AttemptInput): Attempt | 'over' {
      const { state, mode, isPaidAgain = false } = input
      const pending = deal.attempts.find((attempt) => attempt.state === 'pending')
      const isOver = current(deal).state !== 'open' && !pending
      if (isOver && !(isPaidAgain && deal.state === 'paid')) return 'over'
      const attempt = pending ?? begin(deal, input)
      if (!pending) deal.attempts.push(attempt)
      const { amount = attempt.amount, currency = attempt.currency } = input
      const { payer = attempt.payer, payerName = attempt.payerName } = input
      Object.assign(attempt, { state, amount, currency, payer, payerName, at: Date.now() })
      if (state === 'success') {
        attempt.utr = digits(12)
        deal.state = 'paid'
      }
      tell(deal, { attempt }, mode)
      return attempt
    },

    dispute: (deal: Deal, change: Dispute): Dispute => {
      const dispute = putDispute(deal, change)
      tell(deal, { dispute: { ...dispute } }, change.mode)
      return dispute
    },

    onEvent: (gateway: string, listener: Listener) => void listeners.set(gateway, listener),

    stop(): void {
      store.stop()
      repayments.stop()
    },
  }
}

/** Opens a dispute of a captured payment, or changes it. */
function putDispute(deal: Deal, change: Dispute): Dispute {
  const known = deal.disputes.find(({ id }) => id === change.id)
  if (known) return Object.assign(known, change)
  deal.disputes.push(change)
  return change
}
