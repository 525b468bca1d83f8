import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { longPatience, patience } from '#connectors/request-json.ts'
import type { Disputes, GatewayDispute } from '#connectors/gateways/gateway.ts'
import { readEach, refusedIn, toMoment, toPdf } from '#connectors/gateways/wire.ts'
import { failureOf, faultOf, isMissing, Money, readMoney, toldIn, type Ask } from './paypal-call.ts'

const DISPUTES = '/v1/customer/disputes'

const Movement = z.object({
  affected_party: z.string(),
  type: z.enum(['DEBIT', 'CREDIT']),
  amount: Money,
  reason: z.string().nullish(),
})
const Dispute = z.object({
  dispute_id: z.string().min(1),
  reason: z.string().catch(''),
  status: z.string(),
  dispute_state: z.string().nullish(),
  dispute_life_cycle_stage: z.enum(['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION']),
  dispute_amount: Money,
  dispute_outcome: z.object({ outcome_code: z.string().nullish() }).nullish(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().nullish(), custom: z.string().nullish() }))
    .default([]),
  money_movements: z.array(Movement).default([]),
  seller_response_due_date: z.string().nullish(),
  create_time: z.string().nullish(),
})
type Dispute = z.output<typeof Dispute>

const Page = z.object({
  items: z.array(z.looseObject({ dispute_id: z.string() })).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})
const Event = z.object({
  event_type: z.string().startsWith('CUSTOMER.DISPUTE.'),
  resource: z.object({ dispute_id: z.string().min(1) }),
})

export const createDisputes = (ask: Ask): Disputes => {
  async function find(id: string): Promise<unknown> {
    const reply = await ask(`GET ${DISPUTES}/${encodeURIComponent(id)}`, { signal: patience() })
    return isMissing(reply) ? null : toldIn(reply)
  }

  return {
    async ask(id) {
      const found = await find(id)
      return found === null ? null : toDispute(found)
    },

    /** The list leaves out the money, so each dispute is read by itself. */
    async list(from) {
      const ids: string[] = []
      let path = `${DISPUTES}?${new URLSearchParams({ start_time: from.toISOString(), page_size: '50' })}`
      for (;;) {
        const { items, links } = Page.parse(
          toldIn(await ask(`GET ${path}`, { signal: patience() })),
        )
        ids.push(...items.map((item) => item.dispute_id))
        const next = links.find(({ rel }) => rel === 'next')
        if (!next || items.length === 0) break
        path = `${DISPUTES}${new URL(next.href).search}`
      }
      const found: unknown[] = []
      for (const id of ids) found.push(await find(id))
      return readEach(found, toDispute)
    },

    async answer(id, { key, words, file }) {
      const form = new FormData()
      const evidence = { evidence_type: 'PROOF_OF_FULFILLMENT', notes: words }
      const input = JSON.stringify({ evidences: [evidence] })
      form.set('input', new Blob([input], { type: 'application/json' }))
      form.set('file1', toPdf(file), 'evidence.pdf')
      const path = `${DISPUTES}/${encodeURIComponent(id)}/provide-evidence`
      const reply = await ask(`POST ${path}`, {
        form,
        key: `dispute-${key}`,
        signal: longPatience(),
      })
      const failure = failureOf(reply)
      return failure && refusedIn({ ...reply, words: failure.words, fault: faultOf(reply) })
    },
  }
}

export function disputesIn(body: Buffer): string[] {
  const { data } = Event.safeParse(readJson(body))
  return data ? [data.resource.dispute_id] : []
}

const STAGES = {
  INQUIRY: 'inquiry',
  CHARGEBACK: 'chargeback',
  PRE_ARBITRATION: 'pre-arbitration',
  ARBITRATION: 'arbitration',
} as const

/** The movements of money say what PayPal took and returned. Those of the customer are not the shop's. */
function toDispute(told: unknown): GatewayDispute {
  const dispute = Dispute.parse(told)
  const [paid] = dispute.disputed_transactions
  const own = dispute.money_movements.filter(({ affected_party }) => affected_party === 'SELLER')
  const taken = Math.max(0, sum(own.filter((one) => !isFee(one))))
  const { amount, currency } = readMoney(dispute.dispute_amount)
  return {
    id: dispute.dispute_id,
    captureId: paid?.seller_transaction_id ?? null,
    reference: paid?.custom ?? null,
    ...stateOf(dispute, taken),
    stage: STAGES[dispute.dispute_life_cycle_stage],
    amount,
    currency,
    reason: dispute.reason.replaceAll('_', ' ').toLowerCase(),
    respondBy: toDate(dispute.seller_response_due_date),
    openedAt: toDate(dispute.create_time),
    taken,
    fees: Math.max(0, sum(own.filter(isFee))),
  }
}

type Movement = z.output<typeof Movement>

const isFee = ({ reason }: Movement): boolean => reason?.endsWith('_FEE') === true

/** The money that PayPal took, less what it returned. */
const sum = (movements: Movement[]): number =>
  movements.reduce((total, { type, amount }) => {
    const { amount: minor } = readMoney(amount)
    return type === 'DEBIT' ? total + minor : total - minor
  }, 0)

const WON = ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER']
const REVIEWED = ['UNDER_PAYPAL_REVIEW', 'REQUIRED_OTHER_PARTY_ACTION']

/** Some outcomes don't say who won. Then the money does. */
function stateOf(
  { status, dispute_state, dispute_outcome, dispute_life_cycle_stage }: Dispute,
  taken: number,
): Pick<GatewayDispute, 'state' | 'isAnswered'> {
  if (status === 'RESOLVED') {
    const code = dispute_outcome?.outcome_code ?? ''
    if (code === 'RESOLVED_BUYER_FAVOUR') return { state: 'lost' }
    return { state: WON.includes(code) || taken === 0 ? 'won' : 'lost' }
  }
  const isReviewed = status === 'UNDER_REVIEW' || REVIEWED.includes(dispute_state ?? '')
  if (dispute_life_cycle_stage === 'INQUIRY')
    return { state: 'inquiry', ...(isReviewed && { isAnswered: true }) }
  return { state: isReviewed ? 'under review' : 'needs response' }
}

const toDate = (text: string | null | undefined): Date | null => (text ? toMoment(text) : null)
