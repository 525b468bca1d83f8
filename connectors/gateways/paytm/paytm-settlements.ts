import { z } from 'zod'
import { dayAfter, dayOf } from '#contract/core/period.ts'
import { requestJson, Written } from '#connectors/request-json.ts'
import type { SettledLine } from '#connectors/gateways/gateway.ts'
import { SettledAmount, toIndianMoment } from '#connectors/gateways/wire.ts'
import { checksumOf, textsOfForm } from './paytm-checksum.ts'

const PAGE_MAX = 20
const PATH = '/merchant-settlement-service/settlement/list'

const Transaction = z.object({
  txnId: Written,
  txnType: z.string().min(1),
  orderId: z.string().nullish(),
  txnAmount: SettledAmount,
  settleAmount: SettledAmount,
  gst: z.union([z.literal('').transform(() => 0), SettledAmount]).nullish(),
  utr: z.string().min(1),
  utrProcessedTime: z.string(),
})
const Found = z.object({
  status: z.literal('SUCCESS'),
  settlementDetailList: z.array(Transaction),
  paginatorTotalPage: z.int(),
})
const None = z.object({ status: z.literal('RECORD_NOT_FOUND') })
const Failure = z.object({
  resultCode: Written.nullish().catch(null),
  errorMessage: z.string().nullish().catch(null),
})

type Account = { url: string; merchantId: string; merchantKey: string }

/** Paytm lists what it settled on one day, in small pages. Its test accounts have no settlements. */
export async function listSettled(account: Account, from: Date, to: Date): Promise<SettledLine[]> {
  const all: SettledLine[] = []
  for (let day = dayOf(from); day <= dayOf(to); day = dayAfter(day))
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found = await ask(account, day, page)
      all.push(...found.settlementDetailList.map(toLine))
      pages = found.settlementDetailList.length > 0 ? found.paginatorTotalPage : 0
    }
  return all
}

/** Paytm signs the fields of this call like those of a form. */
async function ask({ url, merchantId, merchantKey }: Account, day: string, page: number) {
  const fields = {
    MID: merchantId,
    utrProcessedStartTime: day,
    utrProcessedEndTime: day,
    pageNum: String(page),
    pageSize: String(PAGE_MAX),
  }
  const checksumHash = checksumOf(textsOfForm(fields)[0]!, merchantKey)
  const { status, body } = await requestJson(`${url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, checksumHash }),
  })
  if (None.safeParse(body).success) return { settlementDetailList: [], paginatorTotalPage: 0 }
  const found = Found.safeParse(body)
  if (found.success) return found.data
  const { resultCode, errorMessage } = Failure.safeParse(body).data ?? {}
  const words = errorMessage || found.error.message
  throw new Error(`Paytm answered ${status} ${resultCode ?? ''}: ${words.slice(0, 500)}`)
}

/**
 * The fee is all that Paytm kept besides the tax. A refund has a number of its own, so only the order tells its
 * payment. Signs of refunds aren't documented, so the type of the transaction decides.
 */
function toLine(one: z.output<typeof Transaction>): SettledLine {
  const kind = kindOf(one.txnType)
  const isTaken = kind === 'other' ? one.settleAmount < 0 : kind !== 'payment' && !isBack(one)
  const signed = (amount: number) => (isTaken ? -Math.abs(amount) : Math.abs(amount))
  const [amount, net] = [signed(one.txnAmount), signed(one.settleAmount)]
  const kept = amount - net
  const feeTax = Math.sign(kept) * Math.abs(one.gst ?? 0)
  const settledAt = toIndianMoment(`${one.utrProcessedTime.slice(0, 10)} 00:00:00`)
  if (!settledAt) throw new Error(`Paytm settled at ${one.utrProcessedTime}`)
  return {
    id: `${one.txnType} ${one.txnId}`,
    kind,
    captureId: kind === 'payment' ? one.txnId : null,
    ...(kind !== 'payment' && one.orderId && { reference: one.orderId }),
    amount,
    fee: kept - feeTax,
    feeTax,
    currency: 'INR',
    settlementId: one.utr,
    bankReference: one.utr,
    settledAt,
  }
}

const isBack = ({ txnType }: { txnType: string }): boolean => /revers/i.test(txnType)

function kindOf(txnType: string): SettledLine['kind'] {
  if (/^(sale|acquiring)/i.test(txnType)) return 'payment'
  if (/refund/i.test(txnType)) return 'refund'
  return /chargeback/i.test(txnType) ? 'dispute' : 'other'
}
