import { createHash } from 'node:crypto'
import { z } from 'zod'
import { dayAfter, dayOf } from '#contract/core/period.ts'
import { requestJson, Written } from '#connectors/request-json.ts'
import type { SettledLine } from '#connectors/gateways/gateway.ts'
import { SettledAmount as Amount, toIndianMoment } from '#connectors/gateways/wire.ts'
import type { Account } from './payu-hash.ts'

const PAGE_MAX = 1000
const NOTHING = 'No data found'

/** Empty where it does not apply. */
const Optional = z.union([z.literal('').transform(() => null), Amount]).nullish()

const Transaction = z.object({
  action: z.string().min(1),
  payuId: z.string().min(1),
  requestId: Written.nullish(),
  transactionAmount: Amount,
  merchantNetAmount: Optional,
  merchantServiceTax: Optional, // in older answers, the only tax
  totalServiceTax: Optional,
  transactionCurrency: z.string().nullish(),
})
const Settlement = z.object({
  settlementId: Written,
  settlementCompletedDate: z.string(),
  utrNumber: z.string().nullish(),
  transaction: z.array(Transaction),
})
const Page = z.object({
  message: z.string().nullish(),
  result: z
    .union([z.object({ totalCount: z.int(), data: z.array(Settlement) }), z.string()])
    .nullish(),
})

/** PayU lists settlements for three days at most, so each day is asked for. */
export async function listSettled(
  apiUrl: string,
  account: Account,
  { from, to, now }: { from: Date; to: Date; now: number },
): Promise<SettledLine[]> {
  const all: SettledLine[] = []
  for (let day = dayOf(from); day <= dayOf(to); day = dayAfter(day))
    for (let page = 1; ; page++) {
      const range = new URLSearchParams({ dateFrom: day, dateTo: day })
      const { settlements, count } = await ask(
        `${apiUrl}/settlement/range?${range}&pageSize=${PAGE_MAX}&page=${page}`,
        sign(account, new Date(now)),
      )
      all.push(...settlements.flatMap(toLines))
      if (settlements.length === 0 || page * PAGE_MAX >= count) break
    }
  return all
}

/** A hash of the date and the salt. PayU calls it an HMAC. */
function sign({ merchantKey, salt }: Account, now: Date): Record<string, string> {
  const date = now.toUTCString()
  const signature = createHash('sha512').update(`|${date}|${salt}`).digest('hex')
  const signed = `username="${merchantKey}", algorithm="sha512", headers="date"`
  return { date, authorization: `hmac ${signed}, signature="${signature}"` }
}

type Settlement = z.output<typeof Settlement>

async function ask(url: string, headers: Record<string, string>) {
  const { status, body } = await requestJson(url, { headers })
  const page = Page.safeParse(body)
  if (!page.success) throw new Error(`PayU answered ${status}: ${page.error.message}`)
  const { message, result } = page.data
  if (result && typeof result === 'object')
    return { settlements: result.data, count: result.totalCount }
  if (message !== NOTHING) throw new Error(`PayU answered ${status}: ${message ?? ''}`)
  return { settlements: [], count: 0 }
}

const toLines = ({ transaction, ...settlement }: Settlement): SettledLine[] =>
  transaction.map((line) => toLine(line, settlement))

/** The fee is all that PayU kept of a payment besides the tax, because its parts have many names. Other lines have none. */
function toLine(
  line: z.output<typeof Transaction>,
  settlement: Omit<Settlement, 'transaction'>,
): SettledLine {
  const { action, payuId, requestId, transactionAmount, merchantNetAmount } = line
  const { settlementCompletedDate: completed, settlementId, utrNumber } = settlement
  const [kind, sign] = readAction(action)
  const settledAt = toIndianMoment(completed)
  if (!settledAt) throw new Error(`PayU settled at ${completed}`)
  const isPayment = kind === 'payment'
  if (isPayment && typeof merchantNetAmount !== 'number')
    throw new Error(`PayU settled payment ${payuId} without a net amount`)
  const feeTax = isPayment ? (line.totalServiceTax ?? line.merchantServiceTax ?? 0) : 0
  const kept = isPayment ? transactionAmount - merchantNetAmount! : 0
  return {
    id: `${action} ${requestId || payuId}`,
    kind,
    captureId: kind === 'other' ? null : payuId,
    amount: sign * transactionAmount,
    fee: kept - feeTax,
    feeTax,
    currency: (line.transactionCurrency || 'INR').toUpperCase(),
    settlementId,
    bankReference: utrNumber || null,
    settledAt,
  }
}

const ACTIONS: [part: RegExp, kind: SettledLine['kind'], sign: 1 | -1][] = [
  [/^capture/i, 'payment', 1],
  [/^refund.*reversal/i, 'refund', 1],
  [/^(refund|cancel)/i, 'refund', -1],
  [/^chargeback.*reversal/i, 'dispute', 1],
  [/^chargeback/i, 'dispute', -1],
  [/credit/i, 'other', 1],
  [/debit/i, 'other', -1],
]

function readAction(action: string): [kind: SettledLine['kind'], sign: 1 | -1] {
  const found = ACTIONS.find(([part]) => part.test(action))
  if (!found) throw new Error(`PayU settled an unknown action: ${action}`)
  return [found[1], found[2]]
}
