import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import { writeHundredths } from '#contract/core/money.ts'
import { patience, requestJson, Written } from '#connectors/request-json.ts'
import type {
  Captured,
  Gateway,
  GatewayPaymentStatus,
  Message,
  Opening,
} from '#connectors/gateways/gateway.ts'
import { headerOf, isSigned } from '#connectors/gateways/signing.ts'
import { readHundredths, referencesIn, withoutNumber } from '#connectors/gateways/wire.ts'

type Account = { url: string; storeId: string; apiKey: string; webhookSecrets: string[] }
type Named = { reference: string; gatewayId: string | null }
type Reply = Awaited<ReturnType<typeof requestJson>>
type Ask = (path: string, signal: AbortSignal, input?: object) => Promise<Reply>

const Invoice = z.object({
  id: z.string().min(1),
  status: z.enum(['New', 'Processing', 'Settled', 'Expired', 'Invalid']),
  additionalStatus: z.string(),
  amount: Written,
  paidAmount: Written.nullish(), // since version 2
  currency: z.string(),
  checkoutLink: z.url({ protocol: /^https?$/ }),
  metadata: z.object({ orderId: z.unknown().optional() }).nullish(),
})
type Invoice = z.output<typeof Invoice>

/** Payments in each coin that the invoice can be paid in. */
const Methods = z.array(
  z.object({
    rate: Written, // the price of the coin in the invoice's currency
    payments: z.array(z.object({ id: z.string(), value: Written, status: z.string() })),
  }),
)
const Event = z.object({
  metadata: z.object({ orderId: z.unknown().optional() }).nullish().catch(null),
})
const Key = z.object({ permissions: z.array(z.string()) })

const MINUTE_MS = 60_000
const NEEDED = ['btcpay.store.cancreateinvoice', 'btcpay.store.canviewinvoices']
const ALL = ['btcpay.store.canmodifystoresettings', 'unrestricted'] // either has both of them in it
const NO_REFUNDS =
  'BTCPay Server can’t send money back by itself. Refund it to the wallet, or send it by hand.'

/** The shop's own BTCPay Server, which takes Bitcoin for prices in dollars. It calls a payment an invoice. */
export function createBtcpay(account: Account, now: () => number = Date.now): Gateway {
  const ask: Ask = (path, signal, input) =>
    requestJson(`${account.url.replace(/\/$/, '')}/api/v1${path}`, {
      headers: { authorization: `token ${account.apiKey}`, 'content-type': 'application/json' },
      ...(input && { method: 'POST', body: JSON.stringify(input) }),
      signal,
    })
  const invoices = `/stores/${encodeURIComponent(account.storeId)}/invoices`
  const find = findInvoice(ask, invoices)

  return {
    /** Looks for the invoice first, because BTCPay Server has no idempotency keys. */
    async open(asked) {
      const signal = patience()
      const found = await find({ reference: asked.reference, gatewayId: null }, signal)
      const invoice =
        found ?? Invoice.parse(toldIn(await ask(invoices, signal, toInvoice(asked, now()))))
      if (readHundredths(invoice.amount) !== asked.amount)
        throw new Error('BTCPay Server has another amount for this reference')
      return { gatewayId: invoice.id, page: { is: 'link', url: invoice.checkoutLink } }
    },

    /**
     * An invoice that somebody marked by hand brings no money: if it had brought some before, it would now come a second
     * time, under another id.
     */
    async ask(payment) {
      const signal = patience()
      const invoice = await find(payment, signal)
      if (!invoice) return { is: 'unknown', captured: [] }
      if (invoice.status === 'New' || invoice.status === 'Processing')
        return { is: 'open', captured: [] }
      if (invoice.additionalStatus === 'Marked') return { is: 'failed', captured: [] }
      if (invoice.status === 'Settled') return { is: 'paid', captured: toCaptured(invoice) }
      const path = `${invoices}/${encodeURIComponent(invoice.id)}/payment-methods`
      return toLate(invoice, Methods.parse(toldIn(await ask(path, signal))))
    },

    readWebhook(message) {
      if (!isAuthentic(message, account.webhookSecrets)) return null
      const { data } = Event.safeParse(readJson(message.body))
      return referencesIn([data?.metadata?.orderId])
    },

    refund: () => Promise.resolve(withoutNumber('failed', NO_REFUNDS)),
    askRefund: () => Promise.resolve(withoutNumber('failed', NO_REFUNDS)),

    check: () => checkAccount(ask, account),
  }
}

async function checkAccount(ask: Ask, account: Account): Promise<string | null> {
  if (!URL.canParse(account.url)) return 'The server address isn’t an address'
  const reply = await ask('/api-keys/current', patience())
  if (reply.status === 401) return 'BTCPay Server doesn’t accept this API key'
  const { permissions } = Key.parse(toldIn(reply))
  const scoped = [`:${account.storeId}`, '']
  const has = (name: string) => scoped.some((scope) => permissions.includes(`${name}${scope}`))
  const lacking = ALL.some(has) ? undefined : NEEDED.find((name) => !has(name))
  return lacking ? `The API key lacks the permission ${lacking} for this store` : null
}

const toldIn = (reply: Reply): unknown => {
  if (reply.status >= 300) throw new Error(`BTCPay Server answered ${reply.status}`)
  return reply.body
}

const toInvoice = (
  { reference, amount, currency, words, returnUrl, expiresAt }: Opening,
  now: number,
) => ({
  amount: writeHundredths(amount),
  currency,
  metadata: { orderId: reference, itemDesc: words },
  checkout: {
    expirationMinutes: Math.ceil((expiresAt.getTime() - now) / MINUTE_MS),
    paymentTolerance: 0,
    redirectURL: returnUrl,
    redirectAutomatically: true,
  },
})

/** Finds the invoice of a payment; null if there is none. */
const findInvoice =
  (ask: Ask, invoices: string) =>
  async ({ reference, gatewayId }: Named, signal: AbortSignal): Promise<Invoice | null> => {
    if (gatewayId === null) {
      const query = new URLSearchParams({ orderId: reference })
      const listed = z.array(z.unknown()).parse(toldIn(await ask(`${invoices}?${query}`, signal)))
      const [first] = listed.map((one) => Invoice.parse(one))
      return first ?? null
    }
    const reply = await ask(`${invoices}/${encodeURIComponent(gatewayId)}`, signal)
    if (reply.status === 404) return null
    const invoice = Invoice.parse(toldIn(reply))
    if (invoice.metadata?.orderId !== reference)
      throw new Error('BTCPay Server reported another payment')
    return invoice
  }

const captured = (id: string, amount: number, currency: string): Captured => ({
  id,
  amount,
  currency,
  bankReference: null,
  at: null,
  payer: null,
})

/** More than was asked for is money of its own, so that it does not keep the price from paying the order. */
function toCaptured({ id, amount, paidAmount, additionalStatus, currency }: Invoice): Captured[] {
  const asked = readHundredths(amount)
  const more =
    paidAmount && additionalStatus === 'PaidOver' ? toCents(Number(paidAmount)) - asked : 0
  return [
    captured(id, asked, currency),
    ...(more > 0 ? [captured(`${id}-over`, more, currency)] : []),
  ]
}

/** Money for an invoice that has ended: less than was asked for, or too late. Each payment counts once it is confirmed. */
function toLate({ currency }: Invoice, methods: z.output<typeof Methods>): GatewayPaymentStatus {
  const all = methods.flatMap(({ rate, payments }) =>
    payments.map((one) => ({ ...one, cents: toCents(Number(one.value) * Number(rate)) })),
  )
  const late = all
    .filter(({ status, cents }) => status === 'Settled' && cents > 0)
    .map(({ id, cents }) => captured(id, cents, currency))
  if (late.length > 0) return { is: 'paid', captured: late }
  const isComing = all.some(({ status }) => status === 'Processing')
  return { is: isComing ? 'open' : 'failed', captured: [] }
}

/** Coins are worth fractions of a cent, which are left out. The smallest step of a coin is less than a millionth. */
function toCents(worth: number): number {
  const cents = Math.floor(worth * 100 + 1e-6)
  if (!Number.isSafeInteger(cents)) throw new Error(`${worth} isn’t an amount of money`)
  return cents
}

function isAuthentic({ headers, body }: Message, secrets: string[]): boolean {
  const [, signature = ''] = /^sha256=([\da-f]{64})$/.exec(headerOf(headers, 'btcpay-sig')) ?? []
  return secrets.some((secret) => isSigned(signature, { secret, parts: [body], as: 'hex' }))
}
