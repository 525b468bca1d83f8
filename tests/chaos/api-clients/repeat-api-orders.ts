import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, type Reply } from '#contract/core/endpoint.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { makeReseller, openApiClient } from '#tests/support/resellers/api-clients.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { pino } from 'pino'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'

type Options = { orders: number; atOnce: number; seed: number }

const PRICE = 100_00
const HANGS_UP = 0.05 // of all attempts: the API client stops waiting and does not know the outcome
const HANGS_UP_WITHIN_MS = 60
const TWICE = 0.02 // of all orders: sent to two nodes at once
const RESELLERS = 4

type Placed = { userId: string; reference: string; id: string; ms: number }

/** API clients lose every twentieth answer. They resend the same order to any node until they get one. */
export async function repeatApiOrders(setup: ChaosSetup, { orders, atOnce, seed }: Options) {
  const dice = createDice(seed)
  const { productId, resellers } = await openResellers(setup, Math.ceil(orders / RESELLERS))
  const placed: Placed[] = []
  const sent = { tries: 0, hungUp: 0 }
  const begun = performance.now()
  await sideBySide(atOnce, orders, async (index) => {
    const { userId, headers } = resellers[index % RESELLERS]!
    const reference = `order-${index}`
    const key = index % 2 === 0 ? { 'idempotency-key': randomUUID() } : {} // the reference alone is enough too
    const body = JSON.stringify({ productId, playerId: '123456789', reference, priceMax: 100 })
    const since = performance.now()
    const orderUntilAnswered = () =>
      retryUntilAnswered(setup, { body, headers: { ...headers, ...key }, dice, sent })
    const ids = await Promise.all(
      dice.isHit(TWICE) ? [orderUntilAnswered(), orderUntilAnswered()] : [orderUntilAnswered()],
    )
    const ms = performance.now() - since
    for (const id of ids) placed.push({ userId, reference, id, ms })
  })
  const seconds = (performance.now() - begun) / 1000
  const audited = await audit(setup, {
    placed,
    orders,
    userIds: resellers.map((one) => one.userId),
  })
  const times = placed.map(({ ms }) => ms)
  return { orders, ...sent, rate: orders / seconds, times, ...audited }
}

async function openResellers({ urls, sql }: ChaosSetup, each: number) {
  const url = urls[0]!
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  const { _id: productId } = await makeItem(admin, await makeGame(admin), { sellingPrice: PRICE })
  const resellers = await Promise.all(
    Array.from({ length: RESELLERS }, async () => {
      const reseller = await makeReseller({ url, sql }, admin, { INR: each * PRICE })
      return { userId: reseller.id, headers: (await openApiClient(reseller)).headers }
    }),
  )
  return { productId, resellers }
}

type RetryInput = {
  body: string
  headers: Record<string, string>
  dice: Dice
  sent: { tries: number; hungUp: number }
}

async function retryUntilAnswered({ urls }: ChaosSetup, { body, headers, dice, sent }: RetryInput) {
  for (;;) {
    sent.tries++
    const hasPatience = !dice.isHit(HANGS_UP)
    const signal = AbortSignal.timeout(hasPatience ? 20_000 : dice.below(HANGS_UP_WITHIN_MS))
    try {
      const response = await fetch(`${dice.pick(urls)}${API_BASE}/reseller/orders`, {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json' },
        signal,
      })
      const reply = (await response.json()) as Reply
      if (reply.success) return (reply.data as { _id: string })._id
      if (!reply.isRetryable) throw new Error(reply.message)
    } catch (error) {
      if (error instanceof Error && !hasNoAnswer(error)) throw error
      sent.hungUp++
    }
    await sleep(dice.below(20))
  }
}

/** The client's timeout, or a killed node. */
const hasNoAnswer = ({ name, message }: Error) =>
  name === 'TimeoutError' || message === 'fetch failed' || message === 'terminated'

type Audited = { placed: Placed[]; orders: number; userIds: string[] }

/** Asks the database. Each reference has one order, and each order has its money, its lines and its one event. */
async function audit({ sql }: ChaosSetup, { placed, orders, userIds }: Audited) {
  const found = await sql<{ id: string; reference: string; userId: string; isWhole: boolean }[]>`
    with paid as (
      select order_id, -sum(posting.amount) as amount from posting join transfer on number = transfer
      where order_id is not null group by order_id
    ), told as (select subject_id, count(*) from webhook_event group by subject_id)
    select orders.id, orders.user_id, reference,
      paid.amount is not distinct from orders.amount and told.count is not distinct from 1 as is_whole
    from orders left join reseller_order on reseller_order.order_id = orders.id
      left join paid on paid.order_id = orders.id left join told on told.subject_id = orders.id
    where orders.user_id = any(${userIds}::uuid[])`
  const byName = new Map(found.map((row) => [`${row.userId} ${row.reference}`, row]))
  const wrong = placed.flatMap(({ userId, reference, id }) => {
    const row = byName.get(`${userId} ${reference}`)
    return row?.isWhole && row.id === id ? [] : [`${reference}: ${id} is ${JSON.stringify(row)}`]
  })
  if (found.length !== orders) wrong.push(`${found.length} orders instead of ${orders}`)
  const [{ left }] = await sql<[{ left: number }]>`
    select sum(balance_of(id, 'INR'))::bigint as left from users where id = any(${userIds}::uuid[])`
  const expected = (Math.ceil(orders / RESELLERS) * RESELLERS - orders) * PRICE
  if (left !== expected) wrong.push(`${left} paise are left instead of ${expected}`)
  await sealLedger({ sql, now: () => new Date(), log: pino({ level: 'silent' }) })
  const { fault } = await verifyLedger(sql)
  return { wrong, fault, audit: await auditBooks(sql) }
}
