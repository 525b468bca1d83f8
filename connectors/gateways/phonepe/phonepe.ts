import { isSame, readJson } from '#connectors/messages.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { PayerFact, payerByUpi } from '#connectors/gateways/payer.ts'
import { patience } from '#connectors/request-json.ts'
import type {
  Captured,
  Gateway,
  GatewayRefundRequest,
  GatewayRefundStatus,
  GatewayPaymentStatus,
  Payer,
} from '#connectors/gateways/gateway.ts'
import {
  callPhonePe,
  failureOf,
  faultOf,
  toldIn,
  type Ask,
  type PhonePeAccount,
} from './phonepe-call.ts'
import { createDisputes, disputesIn } from './phonepe-disputes.ts'
import { listSettled } from './phonepe-settlements.ts'
import { headerOf } from '#connectors/gateways/signing.ts'
import { failedTry, referencesIn, withoutNumber } from '#connectors/gateways/wire.ts'

type Credentials = PhonePeAccount & {
  scriptUrl: string
  merchantId: string
  webhookUsername: string
  webhookPassword: string
}

/** PhonePe's names of the methods that a page can be limited to. A page for UPI shows what the account has. */
const MODES: Partial<Record<GatewayMethod, string>> = { card: 'CARD', netbanking: 'NET_BANKING' }
const toModes = (type: string) => ({ version: 'V2', enabledPaymentModes: [{ type }] })

const EXPIRE_AFTER_SECONDS = { min: 300, max: 3600 }
const UNKNOWN_PAYMENT = /^(MERCHANT_ORDER_MAPPING_NOT_FOUND|INVALID_MERCHANT_ORDER_ID)$/
const UNKNOWN_REFUND = /^(INVALID_MERCHANT_REFUND_ID|INVALID_TRANSACTION_ID|\w+_NOT_FOUND)$/

const Page = z.object({ orderId: z.string(), redirectUrl: z.url({ protocol: /^https?$/ }) })
const Rail = z.object({
  rail: z.object({ utr: z.string().nullish(), vpa: PayerFact }).nullish(),
  instrument: z
    .object({ accountHolderName: PayerFact, maskedAccountNumber: PayerFact })
    .nullish()
    .catch(null),
})
const Railed = z.object({ ...Rail.shape, splitInstruments: z.array(Rail).nullish() })
type Railed = z.output<typeof Railed>
const Attempt = z.object({
  transactionId: z.string().min(1),
  amount: z.int(),
  state: z.string(),
  timestamp: z.number().nullish(),
  ...Railed.shape,
})
const Order = z.object({
  merchantOrderId: z.string().nullish(),
  merchantId: z.string().nullish(),
  state: z.enum(['PENDING', 'COMPLETED', 'FAILED']),
  currency: z.string().nullish(),
  paymentDetails: z.array(z.looseObject({ state: z.string() })).nullish(),
})
const Refund = z.object({
  refundId: z.string().nullish(),
  merchantRefundId: z.string().nullish(),
  originalMerchantOrderId: z.string().nullish(),
  amount: z.int(),
  state: z.enum(['PENDING', 'CONFIRMED', 'ACCEPTED', 'COMPLETED', 'FAILED']),
  errorCode: z.string().nullish(),
  detailedErrorCode: z.string().nullish(),
  splitInstruments: z.array(Rail).nullish(),
  paymentDetails: z.array(Railed).nullish(),
})
const Event = z.object({
  payload: z.object({
    merchantOrderId: z.unknown().optional(),
    merchantRefundId: z.unknown().optional(),
  }),
})

export function createPhonePe(credentials: Credentials, now: () => number = Date.now): Gateway {
  const { scriptUrl, merchantId, webhookUsername, webhookPassword } = credentials
  const { ask, requestToken } = callPhonePe(credentials, now)
  const proof = createHash('sha256').update(`${webhookUsername}:${webhookPassword}`).digest('hex')

  return {
    async open({ reference, amount, words, method, returnUrl, expiresAt }) {
      const { min, max } = EXPIRE_AFTER_SECONDS
      const seconds = Math.floor((expiresAt.getTime() - now()) / 1000)
      const reply = await ask('/checkout/v2/pay', patience(), {
        merchantOrderId: reference,
        amount,
        expireAfter: Math.min(Math.max(seconds, min), max),
        paymentFlow: {
          type: 'PG_CHECKOUT',
          message: words,
          ...(MODES[method] && { paymentModeConfig: toModes(MODES[method]) }),
          merchantUrls: { redirectUrl: returnUrl },
        },
      })
      const { orderId, redirectUrl } = Page.parse(toldIn(reply))
      return { gatewayId: orderId, page: { is: 'script', src: scriptUrl, url: redirectUrl } }
    },

    async ask({ reference }) {
      const path = `/checkout/v2/order/${reference}/status?details=true&errorContext=true`
      const reply = await ask(path, patience())
      if (UNKNOWN_PAYMENT.test(failureOf(reply)?.code ?? '')) return { is: 'unknown', captured: [] }
      return toStatus(toldIn(reply), { reference, merchantId })
    },

    readWebhook({ headers, body }) {
      const said = headerOf(headers, 'authorization').replace(/^SHA256 /i, '')
      if (!isSame(said.toLowerCase(), proof)) return null
      const event = Event.safeParse(readJson(body))
      if (!event.success) return []
      const { merchantOrderId, merchantRefundId } = event.data.payload
      return referencesIn([merchantOrderId, merchantRefundId])
    },

    disputesIn,
    disputes: createDisputes(ask),
    ...createRefunds(ask),
    listSettled: (from, to) => listSettled(ask, merchantId, { from, to }),

    async check() {
      const { status } = await requestToken(patience())
      if ([400, 401, 403].includes(status))
        return 'PhonePe doesn’t accept this client id, client secret and version'
      if (status !== 200) throw new Error(`PhonePe answered ${status}`)
      return null
    },
  }
}

function createRefunds(ask: Ask): Pick<Gateway, 'refund' | 'askRefund'> {
  async function find(
    asked: GatewayRefundRequest,
    signal: AbortSignal,
  ): Promise<GatewayRefundStatus> {
    const reply = await ask(`/payments/v2/refund/${asked.reference}/status`, signal)
    if (UNKNOWN_REFUND.test(failureOf(reply)?.code ?? '')) return withoutNumber('unknown')
    return toRefundStatus(toldIn(reply), asked)
  }

  return {
    async refund(asked) {
      const signal = patience()
      const { reference, amount, payment } = asked
      const reply = await ask('/payments/v2/refund', signal, {
        merchantRefundId: reference,
        originalMerchantOrderId: payment.reference,
        amount,
      })
      const failure = failureOf(reply)
      if (!failure) return toRefundStatus(toldIn(reply), asked)

      // A reference works for one refund only, so a refusal may mean that this refund already exists.
      if (![400, 404, 409, 417, 422].includes(reply.status)) throw faultOf(reply)
      const status = await find(asked, signal)
      return status.is === 'unknown' ? withoutNumber('failed', failure.words) : status
    },
    askRefund: (asked) => find(asked, patience()),
  }
}

function toStatus(
  told: unknown,
  ours: { reference: string; merchantId: string },
): GatewayPaymentStatus {
  const { state, currency, paymentDetails, ...order } = Order.parse(told)
  if ((order.merchantOrderId ?? ours.reference) !== ours.reference)
    throw new Error('PhonePe reported another payment')
  if ((order.merchantId ?? ours.merchantId) !== ours.merchantId)
    throw new Error("PhonePe reported another merchant's payment")
  const tries = paymentDetails ?? []
  const hasFailed = tries.length > 0 && tries.every((attempt) => attempt.state === 'FAILED')
  if (state !== 'COMPLETED')
    return {
      is: state === 'FAILED' ? 'failed' : 'open',
      captured: [],
      ...failedTry(state === 'PENDING' && hasFailed),
    }

  const captured = tries
    .filter((attempt) => attempt.state === 'COMPLETED')
    .map((attempt) => toCaptured(Attempt.parse(attempt), currency ?? 'INR'))
  if (captured.length === 0) throw new Error('PhonePe reported a payment without its transaction')
  return { is: 'paid', captured }
}

const toCaptured = (attempt: z.output<typeof Attempt>, currency: string): Captured => ({
  id: attempt.transactionId,
  amount: attempt.amount,
  currency: currency.toUpperCase(),
  bankReference: utrOf(attempt),
  at: attempt.timestamp ? new Date(attempt.timestamp) : null,
  payer: payerOf(attempt),
})

/** PhonePe may mask the UPI address. Together with the account it still identifies the payer. */
function payerOf({ rail, instrument, splitInstruments }: Railed): Payer | null {
  const sources = [{ rail, instrument }, ...(splitInstruments ?? [])]
  const vpa = sources.map((one) => one.rail?.vpa).find(Boolean)
  const account = sources.map((one) => one.instrument).find(Boolean)
  const payer = payerByUpi(vpa, account?.accountHolderName ?? '')
  if (!payer || !payer.id.includes('*')) return payer
  return { ...payer, id: `${payer.id} ${account?.maskedAccountNumber ?? ''}`, shown: payer.id }
}

const utrOf = ({ rail, splitInstruments }: Railed): string | null =>
  [rail, ...(splitInstruments ?? []).map((one) => one.rail)].find((one) => one?.utr)?.utr ?? null

function toRefundStatus(told: unknown, asked: GatewayRefundRequest): GatewayRefundStatus {
  const { state, splitInstruments, ...refund } = Refund.parse(told)
  const isOurs =
    (refund.merchantRefundId ?? asked.reference) === asked.reference &&
    (refund.originalMerchantOrderId ?? asked.payment.reference) === asked.payment.reference
  if (!isOurs || refund.amount !== asked.amount) throw new Error('PhonePe reported another refund')
  const reason = refund.detailedErrorCode || refund.errorCode || ''
  const sources: Railed[] = [{ splitInstruments }, ...(refund.paymentDetails ?? [])]
  return {
    is: state === 'COMPLETED' ? 'done' : state === 'FAILED' ? 'failed' : 'asked',
    gatewayId: refund.refundId ?? null,
    bankReference: sources.map(utrOf).find(Boolean) ?? null,
    reason: state === 'FAILED' ? reason : '',
  }
}
