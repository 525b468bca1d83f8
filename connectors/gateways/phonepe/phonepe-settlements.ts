import { z } from 'zod'
import { patience } from '#connectors/request-json.ts'
import type { SettledLine } from '#connectors/gateways/gateway.ts'
import { toldIn, type Ask } from './phonepe-call.ts'

const PAGE_MAX = 40
const PAID = 'PROCESSED'

const Page = z.object({
  settlements: z.array(
    z.object({
      settlementId: z.string().min(1),
      state: z.string(),
      utr: z.string().nullish(),
      date: z.int(),
    }),
  ),
  hasNext: z.boolean(),
})
const Settlement = z.object({
  settlementId: z.string(),
  merchantId: z.string(),
  state: z.string(),
  amount: z.int(),
})

/** PhonePe tells each settlement only as a sum: neither its payments, nor the fee. */
export async function listSettled(
  ask: Ask,
  merchantId: string,
  { from, to }: { from: Date; to: Date },
): Promise<SettledLine[]> {
  const all: SettledLine[] = []
  for (let offset = 0, isMore = true; isMore; offset += PAGE_MAX) {
    const path = `/settlements/v1/range?from=${from.getTime()}&to=${to.getTime()}`
    const reply = await ask(`${path}&limit=${PAGE_MAX}&offset=${offset}`, patience())
    const { settlements, hasNext } = Page.parse(toldIn(reply))
    for (const one of settlements.filter(({ state }) => state === PAID)) {
      const status = `/settlements/v1/${encodeURIComponent(one.settlementId)}/status`
      const told = Settlement.parse(toldIn(await ask(status, patience())))
      if (told.settlementId !== one.settlementId || told.merchantId !== merchantId)
        throw new Error('PhonePe reported another settlement')
      if (told.state === PAID) all.push(toLine({ ...one, amount: told.amount }))
    }
    isMore = hasNext && settlements.length > 0
  }
  return all
}

type Paid = z.output<typeof Page>['settlements'][number] & { amount: number }

const toLine = ({ settlementId, utr, date, amount }: Paid): SettledLine => ({
  id: settlementId,
  kind: 'withdrawal',
  captureId: null,
  amount,
  fee: 0,
  feeTax: 0,
  currency: 'INR',
  settlementId,
  bankReference: utr || null,
  settledAt: new Date(date),
})
