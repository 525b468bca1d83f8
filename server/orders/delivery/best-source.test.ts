import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  buyFor,
  hasEnded,
  listDispatches,
  openDeliveryShop,
  waitForOrder,
} from '#tests/support/orders/deliveries.ts'
import { alsoFrom, booksOf } from '#tests/support/catalogue/sources.ts'

test('the best supplier is the cheapest with the pack in stock, and the reason is recorded', async (t) => {
  const others = [alsoFrom('g2bulk'), alsoFrom('seagm')]
  const deliveryShop = await openDeliveryShop(t, {
    provider: 'unipin',
    pack: { serviceId: '1001', sources: others, routing: 'best' },
  })
  const { shop } = deliveryShop
  const list = (source: string, game: string, cost: number, isAvailable = true) => shop.sql`
    insert into supplier_product
      (supplier, game, region, product_id, name, cost, currency, is_available, seen_at)
    values (${source}, ${game}, '', '1001', 'Pack', ${cost}, 'INR', ${isAvailable}, now())`
  await list('unipin', 'mobile-legends', 71.5)
  await list('g2bulk', 'mlbb', 71.2)
  await list('seagm', '42', 12, false)
  const chosenFor = async () => {
    const done = await waitForOrder(deliveryShop, await buyFor(deliveryShop, 'good'), hasEnded)
    return (await listDispatches(shop, done._id)).map(({ chosen }) => chosen)
  }
  assert.deepEqual(await chosenFor(), [
    'G2Bulk: the cheapest of 2 at 71.20 rupees. SEAGM skipped: not available there',
  ])
  // It refuses half of its orders, which outweighs 30 paise.
  await shop.sql`
    insert into dispatch (id, order_id, leg, attempt, supplier, game, region, product_id, player_id, zone_id,
      reference, state, reason, created_at, ended_at)
    select gen_random_uuid(), (select id from orders), 1, 1 + n, 'g2bulk', '', '', '', '', '', 'past ' || n,
      'refused', 'stock', now(), now()
    from generate_series(1, 20) n`
  const [words] = await chosenFor()
  assert.equal(words, 'UniPin: the best of 2 at 71.50 rupees. SEAGM skipped: not available there')
  assert.deepEqual(await booksOf(deliveryShop), ['g2bulk 1001', 'unipin 1001'])
})
