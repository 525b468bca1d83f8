import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getPrizes, setPrizes } from '#contract/orders/leaderboard.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { inShop } from '#tests/support/money/spending.ts'

const prizes = (firstPrize: number) => ({
  firstPrize,
  secondPrize: 1_000_00,
  thirdPrize: 500_50,
  topTenPrize: 100_00,
})
const NONE = { firstPrize: 0, secondPrize: 0, thirdPrize: 0, topTenPrize: 0 }

test('prizes apply from their month until others are set, and each change is audited', async (t) => {
  const shop = await openShop(t)
  shop.setClock(inShop('2025-10-31T23:55:00'))
  const admin = await signUpAdmin(shop)
  const read = async () => (await shop.visitor.call(getPrizes, {})).data
  assert.deepEqual(await read(), { currentPrize: NONE, previousPrize: NONE })

  const answer = await admin.call(setPrizes, prizes(2_000_00))
  assert.deepEqual([answer.status, answer.message], [200, 'Prizes updated'])
  assert.deepEqual(answer.data, prizes(2_000_00))
  assert.deepEqual(await read(), { currentPrize: prizes(2_000_00), previousPrize: NONE })

  shop.setClock(inShop('2025-11-01T00:00:00')) // without news of a change
  const fresh = async () => (await shop.visitor.send('GET', '/api/v1/prize?')).data
  const wire = { firstPrize: 2000, secondPrize: 1000, thirdPrize: 500.5, topTenPrize: 100 }
  assert.deepEqual(await fresh(), { currentPrize: wire, previousPrize: wire })
  await admin.call(setPrizes, prizes(3_000_00))
  await admin.call(setPrizes, prizes(4_000_00))
  assert.deepEqual(await read(), {
    currentPrize: prizes(4_000_00),
    previousPrize: prizes(2_000_00),
  })
  const [first, , last] = await listActions(shop)
  assert.deepEqual(
    [first!.action, first!.subject, first!.before, first!.after],
    ['set prizes', 'prizes 2025-10', null, prizes(2_000_00)],
  )
  assert.deepEqual(
    [last!.subject, last!.before, last!.after],
    ['prizes 2025-11', prizes(3_000_00), prizes(4_000_00)],
  )
})

test('prizes must be whole amounts in rupees', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const good = { firstPrize: 1, secondPrize: 1, thirdPrize: 1, topTenPrize: 1 }
  for (const bad of [
    {},
    { ...good, topTenPrize: undefined },
    { ...good, firstPrize: -1 },
    { ...good, firstPrize: 0.001 },
    { ...good, firstPrize: '5' },
    { ...good, firstPrize: 10_000_001 },
    { ...good, period: '2025-01' },
  ]) {
    const { status } = await admin.send('POST', '/api/v1/prize', bad)
    assert.equal(status, 400, JSON.stringify(bad))
  }
})
