import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import {
  balanceOf,
  buyFor,
  listDelivered,
  listDispatches,
  openBooth,
  PLAYERS,
  PROVIDERS,
  settleOutside,
  untilSo,
  waitUntil,
  type Booth,
  type PlayerName,
} from '#tests/support/orders/deliveries.ts'
import { readOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

/** State in which an order stays: its final status, or who it is held for. */
const restOf = ({ status, heldFor }: OrderWithTimeline) => heldFor ?? status

const RESTS: Partial<Record<PlayerName, string>> = {
  unknown: 'player', // bought first, while no other player is asked about
  good: 'completed',
  refused: 'failed',
  lostAndDelivered: 'completed',
  lostAndRefused: 'failed',
  callbacks: 'completed',
  down: 'failed',
}

/** Smile.One can't be asked about an order, so unanswered orders wait for a person. */
const RESTS_AT: Partial<Record<string, typeof RESTS>> = {
  smileone: { ...RESTS, lostAndDelivered: 'person', lostAndRefused: 'person' },
}

async function listRests({ asha }: Booth, ids: Record<string, string>) {
  const rests = Object.entries(ids).map(async ([player, id]) => [
    player,
    restOf(await readOrder(asha, id)),
  ])
  return Object.fromEntries(await Promise.all(rests)) as Record<string, string>
}

for (const provider of PROVIDERS)
  test(`every order at ${provider} ends, and the money, the ledger and the supplier’s books agree`, async (t) => {
    const booth = await openBooth(t, { provider })
    const { shop } = booth
    const expected = RESTS_AT[provider] ?? RESTS
    const ids: Record<string, string> = {}
    for (const player of Object.keys(expected) as PlayerName[])
      ids[player] = await buyFor(booth, player)
    const areAtRest = async () =>
      (
        await shop.sql`
      select from orders where status = 'processing' and held_for is null`
      ).length === 0
    const seconds = await waitUntil(shop, areAtRest)
    assert.deepEqual(await listRests(booth, ids), expected)
    assert.ok(seconds <= 125, `${seconds} s`)

    const rests = Object.values(expected)
    const spent = rests.filter((rest) => rest !== 'failed').length * 100_00
    assert.equal(await balanceOf(booth), 1_000_00 - spent)
    const delivered = (await listDelivered(shop)).map(({ playerId }) => playerId)
    assert.deepEqual(
      delivered.toSorted(),
      [PLAYERS.good, PLAYERS.lostAndDelivered, PLAYERS.callbacks].toSorted(),
    )
    for (const id of Object.values(ids)) assert.equal((await listDispatches(shop, id)).length, 1)
    assert.equal((await verifyLedger(shop.sql)).fault, null)
  })

for (const provider of PROVIDERS.filter((name) => name !== 'smileone'))
  for (const outcome of ['delivered', 'refused'] as const)
    test(`an order pending at ${provider} ends when it is ${outcome}`, async (t) => {
      const booth = await openBooth(t, { provider })
      const { shop } = booth
      const id = await buyFor(booth, 'pending')
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
      await waitUntil(shop, async () => (await readOrder(booth.asha, id)).status !== 'processing')
      const end = outcome === 'delivered' ? 'completed' : 'failed'
      await untilSo(booth, id, ({ status }) => status === end)
      assert.equal((await listDelivered(shop)).length, outcome === 'delivered' ? 1 : 0)
    })
