// Orders every purchase exactly once, even if it crashes or loses its connection. Needs Node 24 and nothing else:
//   GEMSTALL_URL=https://… GEMSTALL_API_KEY=gs_… node reseller-program.ts orders.json journal.jsonl
// An order is { reference, productId, playerId, priceMax }. The reference is your own id of the purchase.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type OrderRequest = { reference: string; productId: string; playerId: string; priceMax: number }
type Order = { price: number; endedAt: string | null; refund: { amount: number } | null }
type Step = Order | { refused: string }
type Answer<T> =
  | { success: true; data: T }
  | { success: false; code: string; message: string; isRetryable: boolean }

const [ordersFile, journalFile] = process.argv.slice(2) as [string, string]
const orders: OrderRequest[] = JSON.parse(readFileSync(ordersFile, 'utf8'))

/** Retries until there is an answer. A reference stands for one order for ever, so retries cannot order twice. */
async function call<T>(method: string, path: string, body?: object): Promise<T | Step> {
  for (let wait = 200; ; wait = Math.min(2 * wait, 30_000)) {
    const sent = fetch(`${process.env.GEMSTALL_URL}/api/v1/reseller${path}`, {
      method,
      headers: { 'X-API-Key': process.env.GEMSTALL_API_KEY!, 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(15_000),
    })
    const answer = await sent
      .then(async (response) => (await response.json()) as Answer<T>)
      .catch(() => null)
    if (answer?.success) return answer.data
    if (answer?.code.startsWith('API_KEY')) throw new Error(answer.message)
    if (answer && !answer.isRetryable) return { refused: answer.code }
    await sleep(wait) // the order may or may not be placed; a retry is safe either way
  }
}

// The journal has a line for each step. A line that a crash left half written is dropped.
const journal = new Map<string, Step>()
const text = existsSync(journalFile) ? readFileSync(journalFile, 'utf8') : ''
const whole = text.slice(0, text.lastIndexOf('\n') + 1)
if (whole !== text) truncateSync(journalFile, Buffer.byteLength(whole))
for (const line of whole.split('\n').filter(Boolean))
  journal.set(...(JSON.parse(line) as [string, Step]))
function note(reference: string, step: Step): void {
  appendFileSync(journalFile, `${JSON.stringify([reference, step])}\n`)
  journal.set(reference, step)
}

const { products } = (await call('GET', '/products')) as { products: { productId: string }[] }
const isSold = ({ productId }: OrderRequest) =>
  products.some((product) => product.productId === productId)
for (const order of orders.filter(isSold))
  if (!journal.has(order.reference))
    note(order.reference, (await call<Order>('POST', '/orders', order)) as Step)

const isOpen = (step: Step) => 'endedAt' in step && step.endedAt === null
for (; [...journal.values()].some(isOpen); await sleep(300))
  for (const [reference, step] of journal) {
    if (!isOpen(step)) continue
    const now = (await call<Order>('GET', `/orders/by-reference/${reference}`)) as Step
    if (!isOpen(now)) note(reference, now)
  }

// Compares the shop's statement with the journal, purchase by purchase.
const cost = new Map<string, number>()
for (let after: number | null = 0; after !== null;) {
  const page = await call('GET', `/statement?limit=100&after=${after}`)
  const { lines, next } = page as {
    lines: { reference: string; amount: number }[]
    next: number | null
  }
  for (const { reference, amount } of lines)
    cost.set(reference, (cost.get(reference) ?? 0) - amount)
  after = next
}
for (const [reference, step] of journal) {
  const mine = 'price' in step ? step.price - (step.refund?.amount ?? 0) : 0
  if (Math.abs(mine - (cost.get(reference) ?? 0)) > 0.001)
    throw new Error(`The books differ at ${reference}`)
}
console.log(`${journal.size} purchases, and the books are equal`)
