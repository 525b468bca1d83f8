// Paytm's settlement report, one entry for each payment, refund and chargeback. Amounts are in rupees, as text.
import { PAYTM } from './credentials.ts'
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { netOf, type SettledLine, type Settlement } from '#sandbox/gateways/settle.ts'
import { toMoney } from '#sandbox/suppliers/supplier.ts'
import { isFormChecksum } from './paytm-checksum.ts'
import { inIndia } from './paytm-wire.ts'

const PAGE_MAX = 20
const DAY_MS = 24 * 60 * 60_000
const KEPT_MS = 183 * DAY_MS
const TYPES = { payment: 'SALE', refund: 'REFUND', dispute: 'CHARGEBACK' } as const

export const settlementCalls = (deals: Deals) => ({
  'POST /merchant-settlement-service/settlement/list': async (call: Call): Promise<Answer> => {
    const { checksumHash, ...rest } = (await call.readFields()) ?? {}
    const fields = Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, String(value)]),
    )
    if (fields['MID'] !== PAYTM.merchantId) return fail('00000030', 'ILLEGAL_PARAM')
    if (!isFormChecksum(checksumHash, fields)) return fail('00000022', 'CHECKSUM_VALIDATION_FAILED')
    const { utrProcessedStartTime: from = '', utrProcessedEndTime: to = from } = fields
    const [page, size] = [Number(fields['pageNum']), Number(fields['pageSize'])]
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
    const isKept = Date.parse(from) > Date.now() - KEPT_MS
    const isPage = page >= 1 && size >= 1 && size <= PAGE_MAX
    if (!(isDay(from) && days >= 0 && days <= 1 && isKept && isPage))
      return fail('00000030', 'ILLEGAL_PARAM')
    const found = deals
      .settlementsOf('paytm')
      .filter(({ at }) => inIndia(at).slice(0, 10) >= from && inIndia(at).slice(0, 10) <= to)
      .flatMap((settlement) => settlement.lines.map((line) => toTransaction(settlement, line)))
    if (found.length === 0) return json({ status: 'RECORD_NOT_FOUND' })
    return json({
      status: 'SUCCESS',
      resultCode: '00000000',
      count: found.length,
      settlementDetailList: found.slice((page - 1) * size, page * size),
      paginatorPageNum: page,
      paginatorPageSize: size,
      paginatorTotalPage: Math.ceil(found.length / size),
      paginatorTotalCount: found.length,
    })
  },
})

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

const fail = (resultCode: string, errorMessage: string): Answer =>
  json({ status: 'FAILURE', resultCode, errorMessage })

const money = (paise: number): string => toMoney(paise / 100)

const toTransaction = ({ utr, at }: Settlement, line: SettledLine) => ({
  txnId: line.id,
  txnType: TYPES[line.kind],
  txnDate: inIndia(line.at),
  txnAmount: money(Math.abs(line.amount)),
  mid: PAYTM.merchantId,
  orderId: line.deal.reference,
  utr,
  utrProcessedTime: inIndia(at),
  payoutDate: inIndia(at),
  settleAmount: money(netOf(line)),
  commission: money(line.fee),
  gst: money(line.tax),
})
