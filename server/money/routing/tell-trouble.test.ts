import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { endTrouble, tellTrouble } from './tell-trouble.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

const now = () => new Date()

test('rupees, dollars and each other method have an alert each, and a new choice of gateways ends all', async (t) => {
  const { sql } = await openShop(t)
  const tell = (currency: 'INR' | 'USD', trouble: string | null, method: GatewayMethod = 'upi') =>
    sql.begin((tx) =>
      tellTrouble(
        { now, ...CONNECTED },
        tx,
        { name: 'stripe', method, reason: trouble ?? '', trouble },
        currency,
      ),
    )
  const open = async () => {
    const rows = await sql<{ words: string }[]>`select words from alert where ended_at is null`
    return rows.map(({ words }) => words).toSorted()
  }
  const [rupees, dollars] = [
    'Stripe takes new payments. It is down.',
    'Stripe takes new payments in dollars. It is down.',
  ]
  await tell('INR', 'It is down.')
  await tell('USD', null)
  assert.deepEqual(await open(), [rupees])
  await tell('USD', 'It is down.')
  assert.deepEqual(await open(), [dollars, rupees].toSorted())
  await tell('INR', 'It is down.', 'card')
  const cards = 'Stripe takes new payments by Card. It is down.'
  assert.deepEqual(await open(), [cards, dollars, rupees].toSorted())
  await tell('INR', null, 'card')
  assert.deepEqual(await open(), [dollars, rupees].toSorted())
  await tell('INR', null)
  assert.deepEqual(await open(), [dollars])
  await tell('INR', 'It is down.', 'netbanking')
  await tell('INR', 'It is down.')
  await sql.begin((tx) => endTrouble({ now, ...CONNECTED }, tx))
  assert.deepEqual(await open(), [])
})
