// PhonePe's standard checkout. Requests carry a token obtained earlier. Webhooks carry a constant header, and their
// body is not signed.
import { createHash } from 'node:crypto'
import { PHONEPE } from './credentials.ts'
import { json, redirect, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import { digits, letters } from '#sandbox/gateways/deals.ts'
import {
  gateway,
  payPageUrl,
  type Deal,
  type Message,
  type DealEvent,
} from '#sandbox/gateways/gateway.ts'
import { disputeCalls, EVENTS } from './phonepe-disputes.ts'
import { readMethod } from './phonepe-methods.ts'
import { settlementCalls } from './phonepe-settlements.ts'
import { REFUND_STATES, refuse, toOrder, toRefundEvent, toRefundStatus } from './phonepe-wire.ts'
import { refundable } from '#sandbox/gateways/repayments.ts'

const NAME = 'phonepe'
const REFERENCE = /^[\w-]{1,63}$/
const AMOUNT_MIN = 100
const EXPIRE_AFTER_SECONDS = { min: 300, max: 3600 }
const META_MAX = 256
const TOKEN_SECONDS = 3_600
const USED_ORDER = 'INVALID_MERCHANT_ORDER_ID'
const UNKNOWN_ORDER = 'MERCHANT_ORDER_MAPPING_NOT_FOUND'
const UNKNOWN_REFUND = 'INVALID_MERCHANT_REFUND_ID'

type Reply = (call: Call) => Answer | Promise<Answer>

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const proofWith = (password: string) => hash(`${PHONEPE.webhookUsername}:${password}`)

export function phonepe(deps: SandboxDeps): Player {
  const tokens = createTokens()
  const calls: Record<string, Reply> = {
    ...orders(deps),
    ...refunds(deps),
    ...disputeCalls(deps),
    ...settlementCalls(deps.deals),
  }
  return gateway(deps, {
    name: NAME,
    title: 'PhonePe',
    calls: {
      'POST /v1/oauth/token': tokens.grant,
      ...Object.fromEntries(
        Object.entries(calls).map(([route, answer]) => [route, tokens.guard(answer)]),
      ),
    },
    pages: {
      'GET /web/bundle/checkout.js': () => SCRIPT,
      'DELETE /tokens': tokens.forget, // for tests that need refused tokens
    },
    broken: refuse(
      500,
      'INTERNAL_SERVER_ERROR',
      'There is an error trying to process your request',
    ),
    tooMany: refuse(429, 'TOO_MANY_REQUESTS', 'Too many requests'),
    messages: toMessages,
    forge: ({ headers, body }) => ({
      headers: { ...headers, authorization: proofWith('Guessed1234') },
      body,
    }),
    // After a failure the customer may try again there. All others return to the shop, whatever the result.
    comeBack: (deal, attempt) =>
      redirect(attempt?.state === 'failed' ? pageOf(deps, deal) : deal.returnUrl),
    attemptId: () => `OM${digits(22)}`,
    repaymentId: () => `OMR${digits(22)}`,
    disputeId: () => `D${digits(19)}`,
  })
}

const pageOf = (deps: SandboxDeps, deal: Deal): string =>
  `${payPageUrl(deps, deal)}?token=${String(deal.more['token'] ?? '')}`

/** Opens the payment page in the tab, as PhonePe's script does unless asked for a frame. */
const SCRIPT: Answer = {
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body: `window.PhonePeCheckout = {
  transact({ tokenUrl }) { window.location.assign(tokenUrl) },
  closePage() {},
}
`,
}

function createTokens() {
  const granted = new Map<string, number>() // expiry times, in milliseconds

  async function grant(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    if (fields['grant_type'] !== 'client_credentials')
      return refuse(400, 'BAD_REQUEST', 'grant_type is not supported')
    const isKnown =
      fields['client_id'] === PHONEPE.clientId &&
      fields['client_secret'] === PHONEPE.clientSecret &&
      String(fields['client_version']) === PHONEPE.clientVersion
    if (!isKnown) return refuse(401, 'AUTHORIZATION_FAILED', 'Client authentication failure')

    const now = Math.floor(Date.now() / 1000)
    for (const [token, until] of granted) if (until < Date.now()) granted.delete(token)
    const token = letters(64)
    granted.set(token, (now + TOKEN_SECONDS) * 1000)
    return json({
      access_token: token,
      encrypted_access_token: letters(64),
      expires_in: TOKEN_SECONDS,
      issued_at: now,
      expires_at: now + TOKEN_SECONDS,
      session_expires_at: now + TOKEN_SECONDS,
      token_type: 'O-Bearer',
    })
  }

  const guard =
    (answer: Reply): Reply =>
    (call) => {
      const [, token = ''] = /^O-Bearer (\w+)$/.exec(String(call.headers.authorization)) ?? []
      const isGood = (granted.get(token) ?? 0) > Date.now()
      return isGood ? answer(call) : refuse(401, 'AUTHORIZATION_FAILED', 'Authorization failed')
    }

  function forget(): Answer {
    granted.clear()
    return json({})
  }

  return { grant, guard, forget }
}

const segmentOf = ({ url }: Call, fromEnd: number) => url.pathname.split('/').at(-fromEnd)!

const orders = (deps: SandboxDeps): Record<string, Reply> => ({
  'POST /checkout/v2/pay': async (call) => {
    const fields = (await call.readFields()) ?? {}
    const { merchantOrderId, amount, expireAfter = 1_800, metaInfo } = fields
    const returnUrl = readReturnUrl(fields)
    const problem = findProblem(fields)
    if (problem || !returnUrl)
      return refuse(400, 'BAD_REQUEST', problem ?? 'redirectUrl is invalid')
    const deal = deps.deals.add({
      gateway: NAME,
      id: `OMO${digits(22)}`,
      reference: String(merchantOrderId),
      amount: Number(amount),
      returnUrl,
      expiresAt: Date.now() + Number(expireAfter) * 1_000,
      method: readMethod(fields) ?? null,
      more: { metaInfo, token: letters(40) },
    })
    if (!deal) return refuse(417, USED_ORDER, 'Merchant order id was used before')
    const redirectUrl = pageOf(deps, deal)
    return json({ orderId: deal.id, state: 'PENDING', expireAt: deal.expiresAt, redirectUrl })
  },

  'GET /checkout/v2/order/*/status': (call) => {
    const deal = deps.deals.find(NAME, segmentOf(call, 2))
    if (!deal) return refuse(400, UNKNOWN_ORDER, 'No entry found for the given merchant order id')
    const isWhole = call.url.searchParams.get('details') === 'true'
    return json(toOrder(deal, isWhole ? deal.attempts : deal.attempts.slice(-1)))
  },
})

const isTooLong = (value: unknown) => typeof value !== 'string' || value.length > META_MAX

function findProblem(fields: Fields): string | undefined {
  const { merchantOrderId, amount, expireAfter, metaInfo } = fields
  if (!REFERENCE.test(String(merchantOrderId))) return 'merchantOrderId is invalid'
  if (!Number.isInteger(amount) || Number(amount) < AMOUNT_MIN) return 'amount must be 100 or more'
  const { min, max } = EXPIRE_AFTER_SECONDS
  const isGood = Number.isInteger(expireAfter) && Number(expireAfter) >= min
  if (expireAfter !== undefined && !(isGood && Number(expireAfter) <= max))
    return 'expireAfter must be between 300 and 3600'
  if (readMethod(fields) === undefined) return 'paymentModeConfig is invalid'
  return Object.values(metaInfo ?? {}).some(isTooLong) ? 'metaInfo is invalid' : undefined
}

function readReturnUrl({ paymentFlow }: Fields): string | undefined {
  const { type, merchantUrls } = (paymentFlow ?? {}) as Fields
  const { redirectUrl } = (merchantUrls ?? {}) as Fields
  const isGood = type === 'PG_CHECKOUT' && URL.canParse(String(redirectUrl))
  return isGood ? String(redirectUrl) : undefined
}

const refunds = ({ deals }: SandboxDeps): Record<string, Reply> => ({
  'POST /payments/v2/refund': async (call) => {
    const fields = (await call.readFields()) ?? {}
    const [reference, amount] = [String(fields['merchantRefundId']), Number(fields['amount'])]
    if (!REFERENCE.test(reference) || !Number.isInteger(amount) || amount < AMOUNT_MIN)
      return refuse(400, 'BAD_REQUEST', 'merchantRefundId or amount is invalid')
    if (deals.findRepayment(NAME, reference))
      return refuse(417, UNKNOWN_REFUND, 'Merchant refund id was used before')
    const deal = deals.find(NAME, String(fields['originalMerchantOrderId']))
    if (!deal) return refuse(400, UNKNOWN_ORDER, 'No entry found for the given merchant order id')
    const attempt = deal.attempts.find(({ id }) => refundable(deal, id) >= amount)
    if (!attempt)
      return refuse(400, 'BAD_REQUEST', 'Refund amount is more than what can be refunded')
    const input = { id: `OMR${digits(22)}`, reference, amount, attemptId: attempt.id }
    const repaid = deals.repay(deal, input)
    if (typeof repaid === 'string') return refuse(400, 'BAD_REQUEST', `Refund is ${repaid}`)
    return json({ refundId: repaid.id, amount, state: 'PENDING' })
  },

  'GET /payments/v2/refund/*/status': (call) => {
    const found = deals.findRepayment(NAME, segmentOf(call, 2))
    if (!found)
      return refuse(404, UNKNOWN_REFUND, 'No entry found for the given merchant refund id')
    const { deal, repayment } = found
    return json(toRefundStatus(deal, repayment))
  },
})

/** A failed attempt sends no webhook. The order waits for another attempt until it expires. */
function toMessages(deal: Deal, event: DealEvent): Message[] {
  if ('dispute' in event) {
    const { id: disputeId, state } = event.dispute
    return [toMessage(EVENTS[state], { disputeId })]
  }
  if ('repayment' in event) {
    const { repayment } = event
    const isDone = repayment.state === 'done'
    return [
      toMessage('pg.refund.accepted', toRefundEvent(deal, repayment, 'CONFIRMED')),
      toMessage(
        isDone ? 'pg.refund.completed' : 'pg.refund.failed',
        toRefundEvent(deal, repayment, REFUND_STATES[repayment.state]),
      ),
    ]
  }
  const order = toOrder(deal, deal.attempts.slice(-1))
  if ('ended' in event) return [toMessage('checkout.order.failed', order)]
  return event.attempt.state === 'success' ? [toMessage('checkout.order.completed', order)] : []
}

const toMessage = (event: string, payload: object): Message => ({
  headers: {
    'content-type': 'application/json',
    authorization: proofWith(PHONEPE.webhookPassword),
  },
  body: JSON.stringify({ event, type: event.toUpperCase().replaceAll('.', '_'), payload }),
})
