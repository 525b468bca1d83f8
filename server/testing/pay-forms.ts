import { randomBytes } from 'node:crypto'
import type { TestContext } from 'node:test'
import { outsideWorld } from '#sandbox/credentials.ts'
import type { FaultKind } from '#sandbox/faults.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { Message, Opened, Opening, RefundAsked } from '#server/payments/gateway.ts'
import { openCompany } from './company.ts'
import { until } from './wait.ts'

type Fields = Record<string, string>
type Choice = 'success' | 'failure' | 'pending' | 'close'

/** A gateway of a sandbox that is paid by a form, and before it a shop that does nothing but take webhooks. */
export async function openFormGateway(t: TestContext, name: 'payu' | 'paytm') {
  const { url: shopUrl, heard } = await openCompany(t, () => ({ body: {} }))
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl })
  t.after(sandbox.stop)

  async function send(path: string, body: object): Promise<void> {
    const response = await fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
  }

  return {
    env: outsideWorld({ sandboxUrl: sandbox.url, smtpPort: 0 }),
    wish: (change: Partial<Opening> = {}) => makeWish(`${shopUrl}/api/v1`, change),
    /** All webhooks, as soon as there are so many. */
    async hear(count: number): Promise<Message[]> {
      await until(`${count} webhooks`, () => heard.length >= count)
      return heard.map(({ headers, body }) => ({
        headers,
        body: Buffer.from(body),
        now: new Date(),
      }))
    },
    decideRefunds: (outcome: 'done' | 'failed' | 'pending') =>
      send('/refunds', { gateway: name, outcome }),
    breakIt: (kind: FaultKind) => send('/faults', { target: name, kind, rate: 1 }),
    mend: () => fetch(`${sandbox.url}/faults`, { method: 'DELETE' }),
  }
}

const makeReference = (letter: 'P' | 'R') =>
  `${letter}${randomBytes(11).toString('hex').toUpperCase().slice(0, 21)}`

function makeWish(api: string, change: Partial<Opening>): Opening {
  const reference = makeReference('P')
  return {
    reference,
    amount: 199_00,
    words: '86 Diamonds',
    customer: { id: 'U1', fullName: 'Asha Rao', email: 'asha@example.com', phone: '9876543210' },
    returnUrl: `${api}/return/form?reference=${reference}`,
    webhookUrl: `${api}/webhook/form`,
    expiresAt: new Date(Date.now() + 1_020_000),
    ...change,
  }
}

export const makeRefund = (
  payment: RefundAsked['payment'],
  amount = payment.amount,
): RefundAsked => ({ reference: makeReference('R'), amount, note: 'Out of stock', payment })

/** Goes through the form that opens a payment, as a browser does: to the page where one pays, or null when it is refused. */
export async function enter({ page }: Opened, change: Fields = {}): Promise<string | null> {
  if (page.is !== 'form') throw new Error('This is no form')
  const body = new URLSearchParams({ ...page.fields, ...change })
  const response = await fetch(page.action, { method: 'POST', body, redirect: 'manual' })
  await response.body?.cancel()
  return response.headers.get('location')
}

/** What a browser brings back to the shop from the page where one pays. */
export async function choose(page: string | null, outcome: Choice): Promise<Fields> {
  const body = new URLSearchParams({ outcome })
  const response = await fetch(page!, { method: 'POST', body })
  const fields = (await response.text()).matchAll(
    /<input type="hidden" name="([^"]*)" value="([^"]*)"/g,
  )
  return Object.fromEntries([...fields].map(([, name, value]) => [name!, plain(value!)]))
}

const plain = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
