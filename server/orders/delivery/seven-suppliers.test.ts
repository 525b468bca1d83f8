import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import {
  balanceOf,
  buyFor,
  listDelivered,
  listDispatches,
  openDeliveryShop,
  PLAYERS,
  SUPPLIERS,
  settleOutside,
  waitForOrder,
  waitUntil,
  type DeliveryShop,
  type PlayerName,
} from '#tests/support/orders/deliveries.ts'
import { readOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

/** State in which an order stays: its final status, or who it is held for. */
const finalState = ({ status, heldFor }: OrderWithTimeline) => heldFor ?? status

const FINAL_STATES: Partial<Record<PlayerName, string>> = {
  unknown: 'player', // bought first, while no other player is asked about
  good: 'completed',
  refused: 'failed',
  lostAndDelivered: 'completed',
  lostAndRefused: 'failed',
  callbacks: 'completed',
  down: 'failed',
}

/** Smile.One can't be asked about an order, so unanswered orders wait for a person. */
const FINAL_STATES_AT: Partial<Record<string, typeof FINAL_STATES>> = {
  smileone: { ...FINAL_STATES, lostAndDelivered: 'person', lostAndRefused: 'person' },
}

async function listFinalStates({ asha }: DeliveryShop, ids: Record<string, string>) {
  const states = Object.entries(ids).map(async ([player, id]) => [
    player,
    finalState(await readOrder(asha, id)),
  ])
  return Object.fromEntries(await Promise.all(states)) as Record<string, string>
}

async function proveAllEnd(t: TestContext, provider: (typeof SUPPLIERS)[number]) {
  const deliveryShop = await openDeliveryShop(t, { provider })
  const { shop } = deliveryShop
  const expected = FINAL_STATES_AT[provider] ?? FINAL_STATES
  const ids: Record<string, string> = {}
  for (const player of Object.keys(expected) as PlayerName[])
    ids[player] = await buyFor(deliveryShop, player)
  const haveAllEnded = async () =>
    (
      await shop.sql`
    select from orders where status = 'processing' and held_for is null`
    ).length === 0
  const seconds = await waitUntil(shop, haveAllEnded)
  assert.deepEqual(await listFinalStates(deliveryShop, ids), expected)
  assert.ok(seconds <= 125, `${seconds} s`)

  const states = Object.values(expected)
  const spent = states.filter((rest) => rest !== 'failed').length * 100_00
  assert.equal(await balanceOf(deliveryShop), 1_000_00 - spent)
  const delivered = (await listDelivered(shop)).map(({ playerId }) => playerId)
  assert.deepEqual(
    delivered.toSorted(),
    [PLAYERS.good, PLAYERS.lostAndDelivered, PLAYERS.callbacks].toSorted(),
  )
  for (const id of Object.values(ids)) assert.equal((await listDispatches(shop, id)).length, 1)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
}

// Each waits for the supplier's callbacks and for the shop's next question, so three run at a time.
test('every order at each supplier ends', { concurrency: 3 }, async (t) => {
  await Promise.all(
    SUPPLIERS.map((provider) =>
      t.test(
        `at ${provider} the money, the ledger and the supplier’s books agree at the end`,
        (t) => proveAllEnd(t, provider),
      ),
    ),
  )
})

for (const provider of SUPPLIERS.filter((name) => name !== 'smileone'))
  for (const outcome of ['delivered', 'refused'] as const)
    test(`an order pending at ${provider} ends when it is ${outcome}`, async (t) => {
      const deliveryShop = await openDeliveryShop(t, { provider })
      const { shop } = deliveryShop
      const id = await buyFor(deliveryShop, 'pending')
      await until(
        'it has been sent',
        async () => (await listDispatches(shop, id))[0]?.state === 'sent',
      )
      const reference = (await listDispatches(shop, id))[0]!.reference
      await waitUntil(
        shop,
        async () => (await shop.sql`select from dispatch where is_pending`).length > 0,
      )
      await settleOutside(shop, { provider, reference, outcome })
      await waitUntil(
        shop,
        async () => (await readOrder(deliveryShop.asha, id)).status !== 'processing',
      )
      const end = outcome === 'delivered' ? 'completed' : 'failed'
      await waitForOrder(deliveryShop, id, ({ status }) => status === end)
      assert.equal((await listDelivered(shop)).length, outcome === 'delivered' ? 1 : 0)
    })
