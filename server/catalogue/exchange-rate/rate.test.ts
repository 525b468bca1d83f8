import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getRate, setRate } from '#contract/catalogue/rate.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

test('a rate set by an administrator applies on every node and is audited', async (t) => {
  const shop = await openShop(t)
  const other = await shop.openNode()
  const admin = await signUpAdmin(shop)
  const rateAt = async ({ visitor }: typeof shop) => (await visitor.call(getRate, {})).data.USD
  assert.deepEqual([await rateAt(shop), await rateAt(other)], [0.012, 0.012])

  const { message, data } = await admin.call(setRate, { USD: 0.01187654, follow: false })
  assert.deepEqual([message, data], ['Rate updated', { USD: 0.01187654 }])
  assert.equal(await rateAt(shop), 0.01187654)
  await until('the other node knows', async () => (await rateAt(other)) === 0.01187654)

  assert.deepEqual(await listActions(shop), [
    {
      action: 'set rate',
      subject: 'rate',
      userId: admin.id,
      before: {
        currency: 'USD',
        perRupee: 0.012,
        origin: 'start',
        isHeld: false,
        isOffered: true,
      },
      after: {
        currency: 'USD',
        perRupee: 0.01187654,
        origin: 'administrator',
        isHeld: true,
        isOffered: true,
      },
    },
  ])
})

test('the rate written last wins, whatever the clocks of the nodes say', async (t) => {
  const shop = await openShop(t)
  const ahead = await shop.openNode()
  ahead.wait(60_000)
  const admin = await signUpAdmin(shop)
  const there = Object.assign({ ...admin }, { url: ahead.url })
  await there.call(setRate, { USD: 0.0121, follow: false })
  await admin.call(setRate, { USD: 0.0119, follow: false })
  assert.equal((await shop.visitor.call(getRate, {})).data.USD, 0.0119)
})

test('an impossible rate is refused with the message of the specification', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  for (const USD of [undefined, null, '', '0.012', 0, -0.012, 1, 83.3, 0.0120000001, 1e-9]) {
    const { status, message } = await admin.send('POST', '/api/v1/rate', { USD })
    assert.deepEqual([status, message], [400, 'Please enter a valid rate'], String(USD))
  }
  assert.equal((await shop.visitor.call(getRate, {})).data.USD, 0.012)
})
