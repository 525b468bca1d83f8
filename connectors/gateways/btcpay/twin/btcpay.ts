// BTCPay Server, a shop's own server for Bitcoin. Events are signed as indented JSON.
import { createHmac } from 'node:crypto'
import { BTCPAY } from './credentials.ts'
import { json, redirect, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { AttemptInput } from '#sandbox/gateways/create-deals.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import {
  gateway,
  payPageUrl,
  type Attempt,
  type Deal,
  type DealEvent,
  type Message,
} from '#sandbox/gateways/gateway.ts'
import { fail, statusOf, STORE_PATH, toInvoice, toMethods } from './btcpay-wire.ts'

const NAME = 'btcpay'
const MINUTE_MS = 60_000
const PERMISSIONS = ['cancreateinvoice', 'canviewinvoices', 'webhooks.canmodifywebhooks']

type Reply = (call: Call) => Answer | Promise<Answer>

export function btcpay(deps: SandboxDeps): Player {
  const calls: Record<string, Reply> = {
    ...invoiceCalls(deps),
    'GET /api/v1/api-keys/current': () =>
      json({
        apiKey: BTCPAY.apiKey,
        permissions: PERMISSIONS.map((name) => `btcpay.store.${name}:${BTCPAY.storeId}`),
      }),
  }
  return gateway(deps, {
    name: NAME,
    title: 'BTCPay Server',
    calls: Object.fromEntries(
      Object.entries(calls).map(([route, answer]) => [route, authenticated(answer)]),
    ),
    broken: fail(500, 'unhandled', 'Something went wrong'),
    tooMany: fail(429, 'too-many-requests', 'Too many requests'),
    attempt: (deal, input) => attempt(deps, deal, input),
    messages: toMessages,
    comeBack: (deal, one) =>
      redirect(one?.state === 'failed' ? payPageUrl(deps, deal) : deal.returnUrl),
    attemptId: () => `${letters(32).toLowerCase()}-0`,
  })
}

const authenticated =
  (answer: Reply): Reply =>
  (call) => {
    if (call.headers.authorization !== `token ${BTCPAY.apiKey}`)
      return fail(401, 'unauthenticated', 'Authentication is required')
    const [, , , , kind, store] = call.url.pathname.split('/')
    return kind === 'stores' && store !== BTCPAY.storeId
      ? fail(404, 'store-not-found', 'The store was not found')
      : answer(call)
  }

function invoiceCalls(deps: SandboxDeps): Record<string, Reply> {
  const { deals } = deps
  const write = (deal: Deal) => toInvoice(deal, payPageUrl(deps, deal))

  async function create(call: Call): Promise<Answer> {
    const fields = (await call.readFields()) ?? {}
    const problem = findProblem(fields)
    if (problem) return json([{ path: problem, message: `The ${problem} is not valid` }], 422)
    const { expirationMinutes, redirectURL } = fields['checkout'] as Fields
    const metadata = (fields['metadata'] ?? {}) as Fields
    const id = letters(22)
    const asked = {
      gateway: NAME,
      id,
      amount: Math.round(Number(fields['amount']) * 100),
      currency: String(fields['currency']),
      returnUrl: String(redirectURL),
      expiresAt: Date.now() + Number(expirationMinutes) * MINUTE_MS,
      more: { metadata, storeId: BTCPAY.storeId },
    }
    // An order id may belong to several invoices.
    const reference = String(metadata['orderId'] ?? id)
    return json(
      write(deals.add({ ...asked, reference }) ?? deals.add({ ...asked, reference: id })!),
    )
  }

  const withInvoice = (answer: (deal: Deal) => Answer, fromEnd: number) => (call: Call) => {
    const deal = deals.findById(NAME, call.url.pathname.split('/').at(-fromEnd)!)
    return deal ? answer(deal) : fail(404, 'invoice-not-found', 'The invoice was not found')
  }

  return {
    [`POST ${STORE_PATH}/invoices`]: create,
    [`GET ${STORE_PATH}/invoices`]: ({ url }) => {
      const orderId = url.searchParams.get('orderId')
      const isWanted = ({ more }: Deal) =>
        orderId === null || (more['metadata'] as Fields)['orderId'] === orderId
      return json(deals.list(NAME).filter(isWanted).map(write).toReversed())
    },
    [`GET ${STORE_PATH}/invoices/*`]: withInvoice((deal) => json(write(deal)), 1),
    [`GET ${STORE_PATH}/invoices/*/payment-methods`]: withInvoice(
      (deal) => json(toMethods(deal)),
      2,
    ),
  }
}

function findProblem({ amount, currency, checkout }: Fields): string | undefined {
  if (!/^\d+(\.\d+)?$/.test(String(amount)) || !(Number(amount) > 0)) return 'amount'
  if (!/^[A-Z]{3}$/.test(String(currency))) return 'currency'
  const { expirationMinutes, redirectURL } = (checkout ?? {}) as Fields
  if (!Number.isInteger(expirationMinutes) || Number(expirationMinutes) < 1)
    return 'checkout.expirationMinutes'
  return URL.canParse(String(redirectURL)) ? undefined : 'checkout.redirectURL'
}

/** Nobody can stop a payer from sending coins again, or after the end. A wallet that sends nothing leaves no trace. */
function attempt({ deals }: SandboxDeps, deal: Deal, input: AttemptInput): Attempt | 'over' {
  const isPending = deal.attempts.some(({ state }) => state === 'pending')
  if (input.state === 'failed' && !isPending) {
    const { id = letters(32), payer = '', payerName = '' } = input
    const { amount, currency } = deal
    return { id, state: 'failed', amount, currency, utr: '', at: Date.now(), payer, payerName }
  }
  if (deal.state === 'expired') deal.state = 'paid'
  return deals.attempt(deal, { ...input, currency: deal.currency, isPaidAgain: true })
}

const EVENTS: Record<string, string> = {
  Settled: 'InvoiceSettled',
  Processing: 'InvoiceProcessing',
  Invalid: 'InvoiceInvalid',
}

function toMessages(deal: Deal, event: DealEvent): Message[] {
  if ('ended' in event) return [toMessage(deal, 'InvoiceExpired')]
  if (!('attempt' in event)) return []
  const { state } = event.attempt
  const [status] = statusOf(deal)
  const last = EVENTS[status]
  return [
    toMessage(deal, state === 'success' ? 'InvoicePaymentSettled' : 'InvoiceReceivedPayment'),
    ...(last ? [toMessage(deal, last)] : []),
  ]
}

function toMessage({ id, more }: Deal, type: string): Message {
  const deliveryId = letters(22)
  const told = {
    deliveryId,
    webhookId: 'SandboxWebhook1',
    originalDeliveryId: deliveryId,
    isRedelivery: false,
    type,
    timestamp: Math.floor(Date.now() / 1000),
    storeId: BTCPAY.storeId,
    invoiceId: id,
    metadata: more['metadata'],
  }
  const body = JSON.stringify(told, null, 2)
  const signature = createHmac('sha256', BTCPAY.webhookSecret).update(body).digest('hex')
  return {
    headers: { 'content-type': 'application/json', 'btcpay-sig': `sha256=${signature}` },
    body,
  }
}
