import { createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { TestContext } from 'node:test'
import { createFaults, type Fault } from '#sandbox/faults.ts'
import { json, redirect, serve, type Answer, type Handler, type Routes } from '#sandbox/http.ts'
import { createInbox } from '#sandbox/messages/inbox.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { createDispatches } from '#sandbox/suppliers/dispatches.ts'
import { createProducts } from '#sandbox/suppliers/products.ts'
import { booksRoutes } from './books.ts'
import { createDeals } from './create-deals.ts'
import { gateway, payPageUrl, type Company, type DealEvent } from './gateway.ts'
import { backByForm } from './hosted-page.ts'
import { payRoutes } from './pay.ts'
import { createWebhooks } from './webhooks.ts'

type Line = { gateway: string; reference: string; amount: number; currency: string }
type Books = { captured: Line[]; refunded: (Line & { refundReference: string })[]; delivered: [] }
type Taken = { body: string; isSigned: boolean }

const sign = (body: string) => createHmac('sha256', 'secret').update(body).digest('hex')

/** A gateway with no behaviour of its own, and a shop that receives its webhooks. */
export async function openCompany(t: TestContext, shopRoutes: Routes = {}) {
  const webhooks: Taken[] = []
  const bell = new EventEmitter()
  const answers = { webhook: 200 }
  const shop = await serve(0, () => ({
    headers: {},
    mounts: [],
    routes: {
      'POST /api/v1/webhook/stripe': async (call) => {
        const body = await call.readText()
        webhooks.push({ body, isSigned: call.headers['x-signature'] === sign(body) })
        bell.emit('webhook')
        return json({}, answers.webhook)
      },
      'GET /api/v1/return/stripe': () => redirect('/purchase/status?status=true'),
      ...shopRoutes,
    },
  }))
  t.after(shop.stop)
  const faults = createFaults()
  const { deps, url } = await openDeps(t, shop.url, faults)
  const send = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    url,
    shopUrl: shop.url,
    answers,
    /** Waits for a number of webhooks and removes them, so that the next wait starts after them. */
    async webhooks(count: number): Promise<Taken[]> {
      const signal = AbortSignal.timeout(10_000)
      while (webhooks.length < count) await once(bell, 'webhook', { signal })
      return webhooks.splice(0, count)
    },
    countWebhooks: () => webhooks.length,
    deals: deps.deals,
    send,
    breakIt: (fault: Pick<Fault, 'kind'> & Partial<Fault>) =>
      faults.set({ target: 'stripe', rate: 1, ...fault }),
    /** Requests a payment like a shop does. Returns the address of the payment page. */
    async open(reference: string, rupees = 199): Promise<string> {
      const response = await send('/stripe/v1/orders', { reference, amount: rupees * 100 })
      return ((await response.json()) as { url: string }).url
    },
    readBooks: async () => (await fetch(`${url}/books`)).json() as Promise<Books>,
    choose: (page: string, outcome: string) =>
      fetch(page, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' }),
  }
}

async function openDeps(t: TestContext, shopUrl: string, faults: ReturnType<typeof createFaults>) {
  const deals = createDeals()
  const products = createProducts([])
  const dispatches = createDispatches(products)
  const webhooks = createWebhooks({ shopUrl, faults })
  const opened = Promise.withResolvers<SandboxDeps>()
  const site = await serve(0, (url) => {
    const inbox = createInbox()
    const world = { inbox, faults, deals, suppliers: [], dispatches, products, webhooks }
    const deps: SandboxDeps = { url, shopUrl, ...world }
    const company = madeUp(deps)
    opened.resolve(deps)
    const routes = { ...payRoutes(deps, [company]), ...booksRoutes(deps, [company]) }
    return { headers: {}, mounts: [], routes: { ...gateway(deps, company).routes, ...routes } }
  })
  t.after(async () => {
    deals.stop()
    webhooks.stop()
    await site.stop()
  })
  return { deps: await opened.promise, url: site.url }
}

const message = (event: string, fields: object) => {
  const body = JSON.stringify({ event, ...fields })
  return { headers: { 'content-type': 'application/json', 'x-signature': sign(body) }, body }
}

function madeUp(deps: SandboxDeps): Company {
  const { deals, shopUrl } = deps
  const open: Handler = async (call): Promise<Answer> => {
    const { reference, amount, byForm = false } = (await call.readFields()) ?? {}
    const asked = { gateway: 'stripe', reference: String(reference), amount: Number(amount) }
    const returnUrl = `${shopUrl}/api/v1/return/stripe?reference=${reference}`
    const deal = deals.add({ ...asked, returnUrl, more: { byForm } })
    return deal ? json({ url: payPageUrl(deps, deal) }) : json({ error: 'twice' }, 409)
  }
  return {
    name: 'stripe',
    title: 'Made-up Pay',
    calls: { 'POST /v1/orders': open as Company['calls'][string] },
    pages: {
      'POST /start': async (call) => {
        const { reference } = (await call.readFields()) ?? {}
        const deal = deals.find('stripe', String(reference))
        return deal ? redirect(payPageUrl(deps, deal)) : json({}, 404)
      },
    },
    broken: json({ error: 'broken' }, 503),
    tooMany: json({ error: 'too many' }, 429),
    messages: ({ reference }, event) => {
      const { name, amount } = wordsOf(event)
      const about = { reference, amount }
      return [message(`first.${name}`, about), message(`second.${name}`, about)]
    },
    comeBack: (deal, attempt) =>
      deal.more['byForm'] === true
        ? backByForm(deal, { status: attempt?.state ?? 'none', note: 'a "b" & c' })
        : redirect(`${deal.returnUrl}&status=${attempt?.state ?? 'none'}`),
    attemptId: () => `made_${Math.random()}`,
  }
}

function wordsOf(event: DealEvent) {
  if ('attempt' in event) return { name: event.attempt.state, amount: event.attempt.amount }
  if ('repayment' in event) return { name: `back.${event.repayment.state}`, amount: 0 }
  return { name: 'ended', amount: 0 }
}
