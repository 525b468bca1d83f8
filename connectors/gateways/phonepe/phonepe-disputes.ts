import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type { Disputes, GatewayDispute } from '#connectors/gateways/gateway.ts'
import { readEach, takenAt, toMoment } from '#connectors/gateways/wire.ts'
import { failureOf, toldIn, type Ask } from './phonepe-call.ts'

const PAGE_MAX = 100
const STATES = {
  ACTION_REQUIRED: 'needs response',
  UNDER_REVIEW: 'under review',
  WON: 'won',
  LOST: 'lost',
} as const
const STATUSES = Object.keys(STATES) as (keyof typeof STATES)[]

const Time = z.union([z.int(), z.string()]).nullish() // PhonePe writes both
const Dispute = z.object({
  disputeId: z.string().min(1),
  merchantOrderId: z.string().nullish(),
  transactionId: z.string().nullish(),
  disputeAmount: z.int(),
  status: z.enum(STATUSES),
  dueDate: Time,
  createdAt: Time,
})
const Listed = z.object({ disputes: z.array(z.unknown()) })
const Event = z.object({ payload: z.object({ disputeId: z.string().min(1) }) })

export const createDisputes = (ask: Ask): Disputes => ({
  async ask(id) {
    const reply = await ask(`/v1/disputes/${encodeURIComponent(id)}`, patience())
    if (reply.status === 404 || failureOf(reply)?.code.endsWith('NOT_FOUND')) return null
    return toDispute(toldIn(reply))
  },

  /** PhonePe lists the disputes of one status at a time. */
  async list(from, to) {
    const all: (GatewayDispute | Error)[] = []
    for (const status of STATUSES)
      for (let offset = 0; ; offset += PAGE_MAX) {
        const range = { from: String(from.getTime()), to: String(to.getTime()), status }
        const page = new URLSearchParams({ ...range, offset: String(offset), limit: '100' })
        const { disputes } = Listed.parse(toldIn(await ask(`/v1/disputes?${page}`, patience())))
        all.push(...readEach(disputes, toDispute))
        if (disputes.length < PAGE_MAX) break
      }
    return all
  },
})

/** The body of the event is not signed, so nothing but the id is taken from it. */
export function disputesIn(body: Buffer): string[] {
  const { data } = Event.safeParse(readJson(body))
  return data ? [data.payload.disputeId] : []
}

function toDispute(told: unknown): GatewayDispute {
  const dispute = Dispute.parse(told)
  const state = STATES[dispute.status]
  return {
    id: dispute.disputeId,
    captureId: dispute.transactionId ?? null,
    reference: dispute.merchantOrderId ?? null,
    state,
    stage: 'chargeback',
    amount: dispute.disputeAmount,
    currency: 'INR',
    reason: '',
    respondBy: toDate(dispute.dueDate),
    openedAt: toDate(dispute.createdAt),
    taken: takenAt(state, dispute.disputeAmount),
    fees: 0,
  }
}

function toDate(time: z.output<typeof Time>): Date | null {
  if (time === null || time === undefined) return null
  return typeof time === 'number' ? new Date(time) : toMoment(time)
}
