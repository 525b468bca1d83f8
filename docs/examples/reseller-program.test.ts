import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDice } from '#tests/chaos/dice.ts'
import { openDeliveryShop, PLAYERS } from '#tests/support/orders/deliveries.ts'
import { makeReseller, openApiClient } from '#tests/support/resellers/api-clients.ts'
import { until } from '#tests/support/shop/wait.ts'

const ORDERS = 60
const KILLS = 15
const AT_ONCE_MAX = 8
const WAIT_MAX_MS = 60
const PROGRAM = join(import.meta.dirname, 'reseller-program.ts')

type Step = { _id?: string; price?: number; refund?: { amount: number } | null; refused?: string }

test('a program killed at fifteen moments buys each pack once, and its records match the shop', async (t) => {
  const { shop, admin, item } = await openDeliveryShop(t, {
    pack: { quantity: null },
    env: { LIMIT_API_REQUESTS_PER_SECOND: '10000' },
  })
  const reseller = await makeReseller(shop, admin, { INR: ORDERS * 100_00 })
  const apiClient = await openApiClient(reseller)
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-program-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [orders, journal] = [join(folder, 'orders.json'), join(folder, 'journal.jsonl')]
  writeFileSync(orders, JSON.stringify(makeOrders(item._id)))

  const env = {
    ...process.env,
    GEMSTALL_URL: shop.url,
    GEMSTALL_API_KEY: apiClient.headers['x-api-key']!,
  }
  const start = () => spawn(process.execPath, [PROGRAM, orders, journal], { env })
  const dice = createDice(7)
  const countOrders = async () => (await shop.sql`select from reseller_order`).length
  for (let kill = 0; kill < KILLS; kill++) {
    const aim = Math.min(ORDERS, (await countOrders()) + dice.below(AT_ONCE_MAX))
    const child = start()
    const ended = once(child, 'exit')
    const isThere = async () => child.exitCode !== null || (await countOrders()) >= aim
    await until('it has bought some', isThere)
    await sleep(dice.below(WAIT_MAX_MS)) // so that the kill comes before, during or after the next step
    child.kill('SIGKILL')
    await ended
  }
  const last = start()
  let said = ''
  for (const stream of [last.stdout, last.stderr]) stream.on('data', (text) => void (said += text))
  await once(last, 'exit')
  assert.match(said, new RegExp(`^${ORDERS} purchases, and the books are equal`), said)

  const steps = readFileSync(journal, 'utf8').trim().split('\n')
  const mine = new Map(steps.map((line) => JSON.parse(line) as [string, Step]))
  const theirs = await shop.sql<{ reference: string; id: string; paid: number; lines: number }[]>`
    select reseller_order.reference, orders.id, count(transfer)::int as lines,
      coalesce(sum(case when debit.user_id is null then -transfer.amount else transfer.amount end), 0)::bigint as paid
    from reseller_order
    join orders on orders.id = order_id
    left join transfer on transfer.order_id = orders.id and kind in ('order', 'refund')
    left join account debit on debit.id = transfer.debit
    where reseller_order.user_id = ${reseller.id}
    group by reseller_order.reference, orders.id`
  assert.deepEqual(
    [...mine.values()].flatMap(({ refused }) => refused ?? []),
    [],
  )
  assert.equal(mine.size, ORDERS)
  assert.equal(theirs.length, ORDERS)
  for (const { reference, id, paid, lines } of theirs) {
    const step = mine.get(reference)!
    assert.equal(step._id, id)
    assert.equal(Math.round(100 * (step.price! - (step.refund?.amount ?? 0))), paid, reference)
    assert.equal(lines, step.refund ? 2 : 1, reference)
  }
  assert.ok(
    theirs.some(({ lines }) => lines === 2),
    'some were refunded',
  )
})

/** Every tenth order is for a player whom the supplier refuses. */
const makeOrders = (productId: string) =>
  Array.from({ length: ORDERS }, (_, index) => ({
    reference: `purchase-${index}`,
    productId,
    playerId: index % 10 === 3 ? PLAYERS.refused : PLAYERS.good,
    priceMax: 100,
  }))
