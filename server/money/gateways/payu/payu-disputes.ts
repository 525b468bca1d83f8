import { z } from 'zod'
import { requestJson, Written } from '#server/platform/request-json.ts'
import type { Disputes, GatewayDispute } from '#server/money/gateways/gateway.ts'
import { readEach, readJson, toPaise } from '#server/money/gateways/wire.ts'

type Portal = { url: string; token: string }

const Attributes = z.object({
  id: Written,
  'chargeback-amount': Written,
  'chargeback-type': z.string(),
  'chargeback-date': z.string().nullish(),
  status: z.string(),
  'reply-before': z.string().nullish(),
  'chargeback-reason': z.string().nullish(),
  'debit-date': z.string().nullish(),
  'credit-date': z.string().nullish(),
  'transaction-details': z
    .object({ 'payu-id': Written.nullish(), 'transaction-id': z.string().nullish() })
    .nullish(),
})
const Listed = z.object({ data: z.array(z.unknown()) })
const Item = z.object({ attributes: Attributes })
const Event = z.object({ event: z.literal('dispute'), cb_id: Written })

const STATES: Record<string, GatewayDispute['state']> = {
  New: 'needs response',
  'Pending Response': 'needs response',
  'Insufficient Document': 'needs response',
  'Doc Rejected': 'needs response',
  'ME Comm Sent': 'needs response',
  'Pending Doc Review': 'under review',
  'Submitted to Bank': 'under review',
  'ME Comm Received': 'under review',
  'Bank Comm Sent': 'under review',
  'Closed in Merchant Favour': 'won',
  'Closed under Fraud Liability': 'won',
  'Closed Customer Favour': 'lost',
}

const STAGES: Record<string, GatewayDispute['stage']> = {
  'Pre-arb': 'pre-arbitration',
  Arbitration: 'arbitration',
}

const DAYS = 120

/** Reads PayU's chargeback portal, which has its own address and token. It finds disputes by date only. */
export function createDisputes({ url, token }: Portal, now: () => number): Disputes {
  async function list(from: Date, to: Date): Promise<(GatewayDispute | Error)[]> {
    const range = new URLSearchParams({ from_date: toDay(from), to_date: toDay(to) })
    const headers = { 'x-optimus-api-key': token }
    const { status, body } = await requestJson(`${url}?${range}`, { headers })
    if (status !== 200) throw new Error(`PayU’s chargeback portal answered ${status}`)
    return readEach(Listed.parse(body).data, (item) => toDispute(Item.parse(item).attributes))
  }

  return {
    list,
    async ask(id) {
      const since = new Date(now() - DAYS * 24 * 60 * 60_000)
      const all = await list(since, new Date(now()))
      return all.find((one): one is GatewayDispute => 'id' in one && one.id === id) ?? null
    },
  }
}

/** PayU does not sign this event. It only makes the shop ask. */
export function disputesIn(body: Buffer): string[] {
  const { data } = Event.safeParse(readJson(body))
  return data ? [data.cb_id] : []
}

/** DD-MM-YYYY, as the portal wants it. */
const toDay = (time: Date): string =>
  new Date(time.getTime() + 330 * 60_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .toReversed()
    .join('-')

/** The debit and the credit date say where the money is. */
function toDispute(one: z.output<typeof Attributes>): GatewayDispute {
  const state = STATES[one.status]
  if (!state) throw new Error(`PayU reported an unknown chargeback status: ${one.status}`)
  const amount = toPaise(one['chargeback-amount'])
  const isTaken = Boolean(one['debit-date']) && !one['credit-date']
  return {
    id: one.id,
    captureId: one['transaction-details']?.['payu-id'] ?? null,
    reference: one['transaction-details']?.['transaction-id'] ?? null,
    state,
    stage: STAGES[one['chargeback-type']] ?? 'chargeback',
    amount,
    currency: 'INR',
    reason: one['chargeback-reason'] ?? '',
    respondBy: endOf(one['reply-before']),
    openedAt: endOf(one['chargeback-date']),
    taken: isTaken ? amount : 0,
    fees: 0,
  }
}

/** The end of a day such as `24-Feb-2023`, in Indian time. */
function endOf(day: string | null | undefined): Date | null {
  const time = day ? new Date(`${day} 23:59:59 GMT+0530`) : null
  return time && !Number.isNaN(time.getTime()) ? time : null
}
