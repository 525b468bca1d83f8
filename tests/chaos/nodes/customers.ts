import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FullItem } from '#contract/catalogue/games.ts'
import { placeWalletOrder } from '#contract/orders/orders.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { GAMES } from '#tests/support/orders/deliveries.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { logIn, signUp, type Member } from '#tests/support/accounts/people.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'

type Buyer = Member & { gameDetailId: string }
export type PackShop = { url: string; buyers: Buyer[]; item: FullItem }
type Acknowledged = { id: string; key: string; at: number }
type TimedRequest = { kind: 'order' | 'page'; at: number; ms: number; status: number } // 0: no answer

/** The view of the customers. It is recorded in a process that is never killed. */
export type Customers = {
  orders: Acknowledged[]
  asked: TimedRequest[]
  /** Waits until `count` more orders were started and acknowledged from now on. */
  untilMore(count?: number): Promise<void>
  stop(): Promise<void>
}

const STOCK = 10_000_000
const MONEY = 90_000_000_00
const PATIENCE_MS = 120_000

/** Sets up a pack that a supplier delivers automatically, and buyers with money. */
export async function openPackShop(
  { url, sandboxUrl, sql }: { url: string; sandboxUrl: string; sql: Sql },
  buyerCount: number,
): Promise<PackShop> {
  const body = JSON.stringify({ provider: 'unipin', dollars: 100_000_000 })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${sandboxUrl}/dispatches/credit`, { method: 'POST', headers, body })
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  const game = await makeGame(admin, { ...GAMES.unipin, apiName: 'unipin' })
  const item = await makeItem(admin, game, { serviceId: '1001', quantity: STOCK })
  const buyers: Buyer[] = []
  while (buyers.length < buyerCount) {
    const member = await signUp({ url }, 'Asha Rao')
    await endow(sql, member.id, MONEY)
    const gameDetailId = await makePlayer(member, game)
    await sql`update users set role = 'reseller' where id = ${member.id}` // resellers get no mail for each order
    buyers.push(Object.assign(member, { gameDetailId }))
  }
  return { url, buyers, item }
}

type Pace = { pauseMs: number }

/**
 * Each buyer buys one pack after another, and sends an order with its key until it is acknowledged. A visitor reads
 * pages meanwhile.
 */
export function letBuy({ url, buyers, item }: PackShop, { pauseMs }: Pace): Customers {
  const orders: Acknowledged[] = []
  const asked: TimedRequest[] = []
  let isStopped = false
  let failure: Error | undefined
  const loops = [...buyers.map(buyOn), readOn(url, { timed, isOver: () => isStopped })]
  return {
    orders,
    asked,
    async untilMore(count = 2 * buyers.length) {
      const since = performance.now()
      const seen = orders.length
      const isSo = () => orders.slice(seen).filter(({ at }) => at > since).length >= count
      for (const end = since + PATIENCE_MS; !isSo(); await sleep(10)) {
        if (failure) throw failure
        if (performance.now() > end) throw new Error('Orders are no longer acknowledged')
      }
    },
    async stop() {
      isStopped = true
      await Promise.all(loops)
      if (failure) throw failure
    },
  }

  async function buyOn(buyer: Buyer): Promise<void> {
    await signIn(buyer) // their last token may have expired
    while (!isStopped) {
      await retryUntilAnswered(buyer, randomUUID())
      await sleep(pauseMs)
    }
  }

  async function retryUntilAnswered(buyer: Buyer, key: string): Promise<void> {
    const { gameDetailId } = buyer
    const { gameSlug, itemSlug } = item
    const options = { gameSlug, itemSlug, gameDetailId, couponCode: '', currency: 'INR' } as const
    let last = 'no answer'
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
      const send = () => buyer.call(placeWalletOrder, { ...options, idempotencyKey: key })
      const answer = await timed('order', send)
      if (answer?.status === 200)
        return void orders.push({ id: answer.data._id, key, at: performance.now() })
      if (answer?.status === 401) await signIn(buyer)
      last = answer ? `${answer.status} ${answer.message}` : last
    }
    failure ??= new Error(`An order was never acknowledged: ${last}`)
  }

  async function timed<Answer extends { status: number }>(
    kind: TimedRequest['kind'],
    send: () => Promise<Answer>,
  ): Promise<Answer | null> {
    const at = performance.now()
    const answer = await send().catch(() => null)
    asked.push({ kind, at, ms: performance.now() - at, status: answer?.status ?? 0 })
    return answer
  }
}

type Reading = {
  timed(kind: 'page', send: () => Promise<Response>): Promise<unknown>
  isOver(): boolean
}

async function readOn(url: string, { timed, isOver }: Reading): Promise<void> {
  for (; !isOver(); await sleep(50))
    await timed('page', async () => {
      const response = await fetch(url)
      await response.arrayBuffer()
      return response
    })
}

async function signIn(buyer: Buyer): Promise<void> {
  const again = await logIn(buyer).catch(() => null)
  if (again) buyer.tokens = Object.assign(buyer.tokens, again.tokens)
}

/** The longest time without an acknowledged order since a moment. */
export function longestSilence({ orders }: Pick<Customers, 'orders'>, since: number): number {
  const times = orders.map(({ at }) => at).filter((at) => at > since)
  const gaps = times.map((at, index) => at - (times[index - 1] ?? since))
  return Math.max(0, ...gaps)
}

/** Counts the answers by status, and finds the longest wait. */
export function summarise({ asked }: Pick<Customers, 'asked'>, kind: TimedRequest['kind']) {
  const mine = asked.filter((one) => one.kind === kind)
  const counts = new Map<number, number>()
  for (const { status } of mine) counts.set(status, (counts.get(status) ?? 0) + 1)
  const words = [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} x ${status || 'no answer'}`)
  const longest = mine.reduce((most, { ms }) => Math.max(most, ms), 0)
  const good = mine.filter(({ status }) => status === 200).length
  return { words: words.join(', '), longest, good, bad: mine.length - good, mine }
}
