// Paytm. Requests, answers and forms all carry a checksum of their body.
import { PAYTM } from './credentials.ts'
import { html, layout } from '#sandbox/screen/html.ts'
import { json, page, redirect, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import { toMoney } from '#sandbox/suppliers/supplier.ts'
import { digits } from '#sandbox/gateways/deals.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import {
  gateway,
  payPageUrl,
  type Deal,
  type Message,
  type DealEvent,
} from '#sandbox/gateways/gateway.ts'
import { backByForm } from '#sandbox/gateways/hosted-page.ts'
import { checksum, isChecksum, sealed } from './paytm-checksum.ts'
import { leaveUpiApp } from '#sandbox/gateways/upi.ts'
import { makeCode } from './paytm-codes.ts'
import { initiate } from './paytm-initiate.ts'
import { applyRefund, toRefund, toRefundStatus } from './paytm-refunds.ts'
import { toNotice } from './paytm-disputes.ts'
import { settlementCalls } from './paytm-settlements.ts'
import { inIndia, toOrderStatus, toResult } from './paytm-wire.ts'

type Reply = (deals: Deals, body: Fields, head: Fields) => object

const REPLIES: Record<string, Reply> = {
  '/theia/api/v1/initiateTransaction': initiate,
  '/paymentservices/qr/create': makeCode,
  '/v3/order/status': (deals, body) => toOrderStatus(deals.find('paytm', String(body['orderId']))),
  '/refund/apply': applyRefund,
  '/v2/refund/status': toRefundStatus,
}

export const paytm = (deps: SandboxDeps): Player =>
  gateway(deps, {
    name: 'paytm',
    title: 'Paytm',
    calls: {
      ...Object.fromEntries(
        Object.entries(REPLIES).map(([path, reply]) => [
          `POST ${path}`,
          (call: Call) => answer(deps.deals, call, reply),
        ]),
      ),
      ...settlementCalls(deps.deals),
    },
    pages: { 'POST /theia/api/v1/showPaymentPage': (call) => showPage(deps, call) },
    broken: sealed(result('TXN_FAILURE', '501', 'System Error')),
    tooMany: json({ message: 'Too many requests' }, 429),
    attemptId: () => digits(24),
    repaymentId: () => digits(24),
    messages: toMessages,
    comeBack: (deal, attempt) =>
      deal.more['upi'] ? leaveUpiApp() : backByForm(deal, toResult(deal, attempt)),
  })

const result = (resultStatus: string, resultCode: string, resultMsg: string) => ({
  resultInfo: { resultStatus, resultCode, resultMsg },
})

const WHOLE = /^\{"head":(\{[^{}]*\}),"body":(\{.*\})\}$/s

/** Checks the body byte for byte as it was sent. */
async function answer(deals: Deals, call: Call, reply: Reply): Promise<Answer> {
  const [, head, text] = WHOLE.exec(await call.readText()) ?? []
  if (!head || !text) return sealed(result('F', '1001', 'Request parameters are not valid'))
  const { signature, ...more } = JSON.parse(head) as Fields
  const body = JSON.parse(text) as Fields
  if (body['mid'] !== PAYTM.merchantId) return sealed(result('TXN_FAILURE', '335', 'Invalid MID'))
  if (!isChecksum(signature, text)) return sealed(result('TXN_FAILURE', '330', 'Invalid checksum'))
  return sealed(reply(deals, body, more))
}

async function showPage(deps: SandboxDeps, call: Call): Promise<Answer> {
  const { mid, orderId, txnToken } = (await call.readFields()) ?? {}
  const deal = deps.deals.find('paytm', String(orderId))
  const isRight = mid === PAYTM.merchantId && deal && deal.more['txnToken'] === txnToken
  return isRight ? redirect(payPageUrl(deps, deal)) : page(refusal, 400)
}

const refusal = layout(
  'Paytm',
  html`<main class="narrow card"><h1>Your session has expired</h1></main>`,
)

function toMessages(deal: Deal, event: DealEvent): Message[] {
  if ('ended' in event) return []
  if ('attempt' in event)
    return [
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams(toResult(deal, event.attempt))),
      },
    ]
  if ('dispute' in event)
    return event.dispute.changedAt === event.dispute.at
      ? [toSigned(toNotice(deal, event.dispute))]
      : []
  return [
    toSigned({
      ...toRefund(deal, event.repayment),
      txnAmount: toMoney(deal.amount / 100),
      acceptRefundTimestamp: inIndia(event.repayment.at),
    }),
  ]
}

function toSigned(fields: object): Message {
  const body = JSON.stringify(fields)
  const head = JSON.stringify({ version: 'v1', signature: checksum(body) })
  const headers = { 'content-type': 'application/json' }
  return { headers, body: `{"head":${head},"body":${body}}` }
}
