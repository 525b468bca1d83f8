import { createStore } from './deal-store.ts'
import { digits, letters, type Attempt, type Deal, type News } from './deals.ts'
import { createRepayments } from './repayments.ts'
import type { Manner } from './webhooks.ts'

type AttemptInput = {
  state: Attempt['state']
  id?: string | undefined
  amount?: number | undefined
  currency?: string | undefined
  manner?: Manner | undefined // of sending webhooks
  isPaidAgain?: boolean // like two phones that scan the same code
}

type Hear = (deal: Deal, news: News, manner: Manner) => void

/** All payments of all gateways, kept as long as the sandbox runs. */
export function createDeals() {
  const hearers = new Map<string, Hear>()
  const tell = (deal: Deal, news: News, manner: Manner = 'once') =>
    hearers.get(deal.gateway)?.(deal, news, manner)

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
    end,

    /** Decides a pending attempt, or adds a new one. Paid or ended payments accept no new attempt. */
    attempt(deal: Deal, input: AttemptInput): Attempt | 'over' {
      const { state, manner, isPaidAgain = false } = input
      const pending = deal.attempts.find((attempt) => attempt.state === 'pending')
      const isOver = current(deal).state !== 'open' && !pending
      if (isOver && !(isPaidAgain && deal.state === 'paid')) return 'over'
      const begun = {
        id: input.id ?? letters(14),
        amount: deal.amount,
        currency: deal.currency,
        utr: '',
      }
      const attempt = pending ?? { ...begun, state, at: 0 }
      if (!pending) deal.attempts.push(attempt)
      const { amount = attempt.amount, currency = attempt.currency } = input
      Object.assign(attempt, { state, amount, currency, at: Date.now() })
      if (state === 'success') {
        attempt.utr = digits(12)
        deal.state = 'paid'
      }
      tell(deal, { attempt }, manner)
      return attempt
    },

    onNews: (gateway: string, hear: Hear) => void hearers.set(gateway, hear),

    stop(): void {
      store.stop()
      repayments.stop()
    },
  }
}
