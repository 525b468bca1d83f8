import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { GatewayName } from '#contract/money/payments.ts'
import type { FaultKind } from '#sandbox/faults.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import type {
  Gateway,
  Message,
  Opened,
  Opening,
  GatewayRefundRequest,
} from '#connectors/gateways/gateway.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE_MS = 60_000

/** Opens the sandbox's gateways, with a server in place of the shop that only receives gateway events. */
export async function openGateways(t: TestContext, name: GatewayName) {
  const { url: shopUrl, heard } = await openCompany(t, () => ({ body: {} }))
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl })
  t.after(sandbox.stop)

  async function send(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return JSON.parse(text) as Record<string, unknown>
  }

  const webhooks = (): Message[] =>
    heard
      .filter(({ path }) => path === `/api/v1/webhook/${name}`)
      .map(({ headers, body }) => ({ headers, body: Buffer.from(body), now: new Date() }))

  return {
    url: `${sandbox.url}/${name}`,
    send,
    webhooks,
    /** Pays like a person on the hosted page. */
    pay: (url: string, outcome: 'success' | 'failure' | 'pending', more: object = {}) =>
      send('/pay', { payment_url: url, outcome, ...more }),
    decideRefunds: (outcome: 'done' | 'failed' | 'pending') =>
      send('/refunds', { gateway: name, outcome }),
    captureByHand: (rupees: number) => send('/books/capture', { gateway: name, amount: rupees }),
    breakIt: (kind: FaultKind) => send('/faults', { target: name, kind, rate: 1 }),
    mend: () => fetch(`${sandbox.url}/faults`, { method: 'DELETE' }),
    async heardOf(count: number): Promise<Message[]> {
      await until(`${count} webhooks`, () => webhooks().length >= count)
      return webhooks()
    },
    makeOpening: (reference: string, change: Partial<Opening> = {}): Opening =>
      toOpening(`${shopUrl}/api/v1/webhook/${name}`, { reference, ...change }),
  }
}

const toOpening = (webhookUrl: string, change: Pick<Opening, 'reference'> & Partial<Opening>) => ({
  amount: 19_999,
  currency: 'INR' as const,
  method: 'upi' as const,
  words: 'Gemstall order 1001',
  customer: {
    id: 'customer1',
    fullName: 'Asha Rao',
    email: 'asha@gemstall.test',
    phone: '9876543210',
  },
  returnUrl: `${webhookUrl.replace('webhook', 'return')}?reference=${change.reference}`,
  webhookUrl,
  expiresAt: new Date(Date.now() + 17 * MINUTE_MS),
  wantsUpiCode: false,
  ...change,
})

type Outside = Awaited<ReturnType<typeof openGateways>>

/** Makes payments at a gateway whose page is a plain link. */
export function payByLink({ makeOpening, pay }: Outside, gateway: Gateway) {
  async function begin() {
    const asked = makeOpening(nextReference('P'))
    const { gatewayId, page } = await gateway.open(asked)
    if (page.is !== 'link') throw new Error(`The page is a ${page.is}`)
    return { reference: asked.reference, gatewayId, amount: asked.amount, url: page.url }
  }
  async function beginPaid() {
    const payment = await begin()
    const { gatewayPaymentId } = await pay(payment.url, 'success')
    return { ...payment, captureId: String(gatewayPaymentId) }
  }
  return { begin, beginPaid }
}

/**
 * Breaks a gateway with plain links and checks that every call throws. Whatever the calls did is found later. Returns
 * the refund that was sent during the fault.
 */
export async function proveBroken(outside: Outside, gateway: Gateway) {
  const { makeOpening, breakIt, mend } = outside
  const payment = await payByLink(outside, gateway).beginPaid()
  const refund = refundOf(payment)
  const asked = { ...refund, gatewayRefundId: null }
  for (const [kind, words] of [
    ['error', /answered 500/],
    ['too-many', /answered 429/],
    ['drop-reply', /fetch failed/],
  ] as const) {
    await breakIt(kind)
    await assert.rejects(gateway.open(makeOpening(payment.reference)), words)
    await assert.rejects(gateway.ask(payment), words)
    await assert.rejects(gateway.close!(payment), words)
    await assert.rejects(gateway.check(), words)
    await assert.rejects(gateway.refund(refund), words)
    await assert.rejects(gateway.askRefund(asked), words)
    await mend()
  }
  const lost = makeOpening(nextReference('P'))
  await breakIt('drop-reply')
  await assert.rejects(gateway.open(lost))
  await mend()
  assert.equal((await gateway.ask({ ...lost, gatewayId: null })).is, 'open')
  assert.equal((await gateway.open(lost)).page.is, 'link')
  return asked
}

/** Makes a payment at a gateway whose page is a form. The form that comes back has the capture's id in a field. */
export async function payByForm(
  { makeOpening, heardOf }: Outside,
  gateway: Gateway,
  captureField: string,
) {
  const { reference, ...asked } = makeOpening(nextReference('P'))
  const page = await enter(await gateway.open({ reference, ...asked }))
  const captureId = (await bringBack(page, 'success'))[captureField]!
  await heardOf(1)
  return { reference, gatewayId: null, captureId, amount: asked.amount }
}

/** Submits the choice as a browser does, and returns the redirect address. */
export async function choose(url: string, outcome: string): Promise<string | null> {
  const body = new URLSearchParams({ outcome })
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return response.headers.get('location')
}

type Fields = Record<string, string>

/** Submits the form that opens a payment, as a browser does. Returns the payment page, or null if it was refused. */
export async function enter({ page }: Opened, change: Fields = {}): Promise<string | null> {
  if (page.is !== 'form') throw new Error('This is no form')
  const body = new URLSearchParams({ ...page.fields, ...change })
  const response = await fetch(page.action, { method: 'POST', body, redirect: 'manual' })
  await response.body?.cancel()
  return response.headers.get('location')
}

/** Returns the fields that a browser posts back to the shop from the payment page, for gateways that return by form. */
export async function bringBack(page: string | null, outcome: string): Promise<Fields> {
  const body = new URLSearchParams({ outcome })
  const response = await fetch(page!, { method: 'POST', body })
  const fields = (await response.text()).matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
  )
  return Object.fromEntries([...fields].map(([, name, value]) => [name!, plain(value!)]))
}

const plain = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** All kinds of tampering with a gateway event. */
export function forgeries(
  { headers, body, now }: Message,
  header: string,
): Record<string, Message> {
  const signature = String(headers[header])
  const other = (signature.startsWith('a') ? 'b' : 'a') + signature.slice(1)
  const signed = (value?: string) => ({ headers: { ...headers, [header]: value }, body, now })
  return {
    'another body': { headers, body: Buffer.concat([body, Buffer.from(' ')]), now },
    'another signature': signed(other),
    'no signature': signed(),
    'an empty signature': signed(''),
    'a shorter signature': signed(signature.slice(0, -1)),
    'a longer signature': signed(`${signature}a`),
  }
}

let references = 0
export const nextReference = (letter: 'P' | 'R'): string =>
  `${letter}${String(++references).padStart(letter === 'P' ? 23 : 21, '0')}`

export const refundOf = (
  payment: GatewayRefundRequest['payment'],
  change: Partial<GatewayRefundRequest> = {},
): GatewayRefundRequest => ({
  reference: nextReference('R'),
  amount: payment.amount,
  currency: 'INR',
  note: 'Out of stock',
  payment,
  ...change,
})
