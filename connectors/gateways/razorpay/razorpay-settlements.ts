import { z } from 'zod'
import { dayAfter, dayOf } from '#contract/core/period.ts'
import type { SettledLine } from '#connectors/gateways/gateway.ts'
import type { Call } from './razorpay-call.ts'

const PAGE_MAX = 1000

const Item = z.object({
  entity_id: z.string().min(1),
  type: z.string(),
  debit: z.int(),
  credit: z.int(),
  currency: z.string(),
  fee: z.int().nullish(), // includes the tax
  tax: z.int().nullish(),
  settled: z.boolean(),
  settled_at: z.int().nullish(),
  settlement_id: z.string().nullish(),
  settlement_utr: z.string().nullish(),
  payment_id: z.string().nullish(),
  dispute_id: z.string().nullish(),
})
const Items = z.object({ items: z.array(z.unknown()) })

/** Razorpay lists settlements by the day, in Indian time. */
export async function listSettled(call: Call, from: Date, to: Date): Promise<SettledLine[]> {
  const all: SettledLine[] = []
  for (let day = dayOf(from); day <= dayOf(to); day = dayAfter(day)) {
    const [year, month, date] = day.split('-').map(Number)
    for (let skip = 0; ; skip += PAGE_MAX) {
      const { status, body, fault } = await call(
        `/settlements/recon/combined?year=${year}&month=${month}&day=${date}&count=${PAGE_MAX}&skip=${skip}`,
      )
      if (status !== 200) throw fault
      const { items } = Items.parse(body)
      all.push(...items.flatMap(toLine))
      if (items.length < PAGE_MAX) break
    }
  }
  return all
}

function toLine(body: unknown): SettledLine[] {
  const item = Item.parse(body)
  if (!item.settled || !item.settlement_id || !item.settled_at) return []
  const { fee, tax } = { fee: item.fee ?? 0, tax: item.tax ?? 0 }
  const kind = kindOf(item)
  return [
    {
      id: `${item.type} ${item.entity_id}`,
      kind,
      captureId: kind === 'payment' ? item.entity_id : (item.payment_id ?? null),
      amount: item.credit - item.debit + fee,
      fee: fee - tax,
      feeTax: tax,
      currency: item.currency.toUpperCase(),
      settlementId: item.settlement_id,
      bankReference: item.settlement_utr ?? null,
      settledAt: new Date(item.settled_at * 1000),
    },
  ]
}

function kindOf({ type, dispute_id }: z.output<typeof Item>): SettledLine['kind'] {
  if (type === 'payment' || type === 'refund') return type
  return dispute_id ? 'dispute' : 'other'
}
