import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editWebsite, getSettings } from '#contract/catalogue/settings.ts'
import { getUser } from '#contract/accounts/users.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const testInShop = shareShop(openShop)

testInShop(
  'a shop without a payment gateway refuses top-ups with a clear message',
  async (shop) => {
    const asha = await signUp(shop, 'Asha Rao')
    asha.headers['idempotency-key'] = 'monday'
    for (const amount of [1, 500_00, 1_00_000_00, 300_00]) {
      const { status, code, message } = await asha.call(addMoney, { amount })
      assert.deepEqual([status, code], [503, 'PAYMENTS_NOT_OFFERED'])
      assert.equal(message, 'This shop isn’t taking online payments right now')
    }
    const { data } = await asha.call(getUser, {})
    assert.deepEqual([data.balance, data.USDbalance], [0, 0])
  },
)

test('top-ups must be positive and within the shop’s limit, which is shown', async (t) => {
  const shop = await openShop(t, { env: { ADD_MONEY_MAX_RUPEES: '2500' } })
  const asha = await signUp(shop, 'Asha Rao')
  assert.equal((await shop.visitor.call(getSettings, {})).data.addMoneyMax, 2_500_00)
  assert.equal((await asha.call(addMoney, { amount: 2_500_00 })).code, 'PAYMENTS_NOT_OFFERED')
  const wrongs: [amount: unknown, message: string][] = [
    [undefined, 'Please enter amount'],
    ['500', 'Please enter amount'],
    [0, 'Please enter amount'],
    [-1, 'An amount can’t be negative'],
    [1.005, 'Rupees can have at most two decimals'],
    [2500.01, 'You can add at most ₹2,500.00 at a time'],
    [1e12, 'This amount is too large'],
  ]
  for (const [amount, message] of wrongs) {
    const { status, errors } = await asha.send('PUT', '/api/v1/wallet/add', { amount })
    assert.deepEqual([status, errors], [400, [{ field: 'amount', message }]], String(amount))
  }
  const dollars = await asha.send('PUT', '/api/v1/wallet/add', { amount: 5, currency: 'USD' })
  assert.equal(dollars.message, 'Unknown field: currency')
})

test('a closed shop refuses top-ups and says until when', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  await admin.call(editWebsite, { isClosed: true, message: 'Back on Monday' })
  const closed = await asha.call(addMoney, { amount: 500_00 })
  assert.deepEqual([closed.status, closed.code], [503, 'WEBSITE_CLOSED'])
  assert.equal(closed.message, 'Back on Monday')
  assert.equal((await admin.call(addMoney, { amount: 500_00 })).code, 'PAYMENTS_NOT_OFFERED')
})

testInShop('the default limit of a top-up is one lakh', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const { errors } = await asha.call(addMoney, { amount: 1_00_000_01 })
  assert.equal(errors[0]!.message, 'You can add at most ₹1,00,000.00 at a time')
})
