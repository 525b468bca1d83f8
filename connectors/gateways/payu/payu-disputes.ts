import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { dayOf } from '#contract/core/period.ts'
import { Written } from '#connectors/request-json.ts'
import type { Disputes, GatewayDispute } from '#connectors/gateways/gateway.ts'
import { readEach, refusedIn, readHundredths } from '#connectors/gateways/wire.ts'
import { fillForms, Reasons } from './payu-contest.ts'
import { callPortal, REASONS, type Portal } from './payu-portal.ts'

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
const Listed = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ 'total-pages': z.int() }) }),
})
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

/** Stages by the start of the type. Everything else, such as `CB`, is a chargeback. */
const STAGES: [start: RegExp, stage: GatewayDispute['stage']][] = [
  [/^pre/i, 'pre-arbitration'],
  [/^arb/i, 'arbitration'],
]

const DAY_MS = 24 * 60 * 60_000
const KEPT_DAYS = 120
const DAYS_MAX = 20 // that one list may have
const ELSEWHERE =
  'PayU’s form for a delivered service asks for something else now. Answer in PayU’s portal'

/** The portal finds disputes by their day only. Days are numbered here, to count with them. */
export function createDisputes(portal: Portal, merchantKey: string, now: () => number): Disputes {
  const { ask, send } = callPortal(portal)

  /** Halves the period until one page holds all of it, because PayU documents no way to ask for another page. */
  async function read(first: number, last: number): Promise<(GatewayDispute | Error)[]> {
    const [from_date, to_date] = [toDay(first), toDay(last)]
    const range = new URLSearchParams({ from_date, to_date, merchant_id: portal.merchantId })
    const { data, meta } = Listed.parse(await ask(`?${range}`))
    if (meta.pagination['total-pages'] <= 1)
      return readEach(data, (item) => toDispute(Item.parse(item).attributes))
    if (first === last) throw new Error(`PayU has more disputes on ${from_date} than it lists`)
    const middle = Math.floor((first + last) / 2)
    return [...(await read(middle + 1, last)), ...(await read(first, middle))]
  }

  return {
    async list(from, to) {
      const found: (GatewayDispute | Error)[] = []
      for (const [first, last] of cut(from, to)) found.push(...(await read(first, last)))
      return found
    },

    async ask(id) {
      const since = new Date(now() - KEPT_DAYS * DAY_MS)
      for (const [first, last] of cut(since, new Date(now()))) {
        const found = (await read(first, last)).find((one) => 'id' in one && one.id === id)
        if (found) return found as GatewayDispute
      }
      return null
    },

    async answer(id, answer) {
      const forms = fillForms(Reasons.parse(await ask(REASONS)), answer)
      if (!forms) return ELSEWHERE
      const answered = await send('/dispute', {
        chargeback_id: id,
        merchant_key: merchantKey,
        dispute_type: 'contest',
        reason_code: forms,
      })
      return answered.status === 200 ? null : refusedIn(answered)
    },
  }
}

/** Cuts a time into lists that the portal allows, the newest first. */
function* cut(from: Date, to: Date): Generator<[first: number, last: number]> {
  const start = toNumber(from)
  for (let last = toNumber(to); last >= start; last -= DAYS_MAX)
    yield [Math.max(start, last - DAYS_MAX + 1), last]
}

const toNumber = (time: Date): number => Date.parse(dayOf(time)) / DAY_MS

/** PayU does not sign this event. It only makes the shop ask. */
export function disputesIn(body: Buffer): string[] {
  const { data } = Event.safeParse(readJson(body))
  return data ? [data.cb_id] : []
}

/** DD-MM-YYYY, as the portal wants it. */
const toDay = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, 10).split('-').toReversed().join('-')

/** The debit and the credit date say where the money is. */
function toDispute(one: z.output<typeof Attributes>): GatewayDispute {
  const state = STATES[one.status]
  if (!state) throw new Error(`PayU reported an unknown chargeback status: ${one.status}`)
  const amount = readHundredths(one['chargeback-amount'])
  const isTaken = endOf(one['debit-date']) !== null && endOf(one['credit-date']) === null
  return {
    id: one.id,
    captureId: one['transaction-details']?.['payu-id'] ?? null,
    reference: one['transaction-details']?.['transaction-id'] ?? null,
    state,
    stage: STAGES.find(([start]) => start.test(one['chargeback-type']))?.[1] ?? 'chargeback',
    amount,
    currency: 'INR',
    reason: one['chargeback-reason'] ?? '',
    respondBy: endOf(one['reply-before']),
    openedAt: endOf(one['chargeback-date']),
    taken: isTaken ? amount : 0,
    fees: 0,
  }
}

/** The end of a day such as `24-Feb-2023`, in Indian time. Null if there is none, which PayU writes as `NA`. */
function endOf(day: string | null | undefined): Date | null {
  const time = day ? new Date(`${day} 23:59:59 GMT+0530`) : null
  return time && !Number.isNaN(time.getTime()) ? time : null
}
