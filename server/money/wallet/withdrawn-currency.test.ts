import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getRate, setCurrencyRate, withdrawCurrency } from '#contract/catalogue/rate.ts'
import { adjustForeignBalance } from '#contract/money/adjustments.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { getStatement } from '#contract/money/statement.ts'
import { addForeignMoney, giftForeignBalance } from '#contract/money/wallet.ts'
import { editOrder, getQuote, placeWalletOrder } from '#contract/orders/orders.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { placeByUpi, untilOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'
import { EURO, openForeignShop } from '#tests/support/orders/foreign-shop.ts'

const CENT = 100 // in minor units of the ledger

test('a currency that the shop doesn’t take is refused in words, and changes nothing', async (t) => {
  const { shop, admin, asha, item, game } = await openForeignShop(t, 'EUR', 0.0105)
  await admin.call(withdrawCurrency, { currency: 'EUR' })
  await until('euros are gone', async () => !('EUR' in (await asha.call(getRate, {})).data))
  const chosen = { gameSlug: game.gameSlug, itemSlug: item.itemSlug, couponCode: '' }
  const player = { gameDetailId: asha.gameDetailId }
  for (const currency of ['EUR', 'GBP'] as const)
    for (const answer of [
      await asha.call(getQuote, { ...chosen, ...player, currency }),
      await asha.call(placeWalletOrder, { ...chosen, ...player, currency }),
      await asha.call(addForeignMoney, { currency, amount: 5 * EURO }),
    ])
      assert.deepEqual([answer.status, answer.code], [400, 'CURRENCY_NOT_OFFERED'])
  const gift = { userId: asha.id, currency: 'GBP', amount: EURO } as const
  const words = { reason: 'Correction', note: 'Ticket 7' }
  for (const answer of [
    await admin.call(giftForeignBalance, gift),
    await admin.call(adjustForeignBalance, { ...gift, ...words }),
    await asha.call(getStatement, { currency: 'GBP' }),
  ])
    assert.deepEqual(
      [answer.status, answer.message],
      [400, 'This shop doesn’t take British pounds'],
    )
  const again = await admin.call(withdrawCurrency, { currency: 'EUR' })
  assert.deepEqual([again.status, again.code], [400, 'CURRENCY_NOT_OFFERED'])
  const { data: needs } = await asha.call(getPaymentNeeds, { currency: 'EUR' })
  assert.equal(needs.isOffered, false)
  assert.deepEqual([...(await shop.sql`select from orders`)], [])
  assert.deepEqual([...(await shop.sql`select from transfer`)], [])
})

test('an order whose currency is withdrawn while it is unpaid can still be paid and given back', async (t) => {
  const { shop, admin, asha, item, owned, isSound } = await openForeignShop(t, 'EUR', 0.0105)
  const { id, url } = await placeByUpi(asha, { item, currency: 'EUR' })
  await admin.call(withdrawCurrency, { currency: 'EUR' })
  await payAt(shop, url)
  await untilOrder(asha, id, 'processing')
  const end = { status: 'refunded', refundTo: 'wallet', note: 'Asked', reference: '' } as const
  assert.equal((await admin.call(editOrder, { id, ...end })).status, 200)
  assert.equal(await owned(), 105 * CENT)
  await isSound()
})

test('an order in a currency that was withdrawn behind the cache is refused', async (t) => {
  const { shop, asha, item, game } = await openForeignShop(t, 'EUR', 0.0105)
  await shop.sql`
    insert into exchange_rate (currency, per_rupee, origin, is_held, is_offered, created_at)
    values ('EUR', 0.0105, 'administrator', true, false, now())`
  await endow(shop.sql, asha.id, 5 * EURO, 'EUR')
  const chosen = { gameSlug: game.gameSlug, itemSlug: item.itemSlug, couponCode: '' }
  const player = { gameDetailId: asha.gameDetailId }
  const answer = await asha.call(placeWalletOrder, { ...chosen, ...player, currency: 'EUR' })
  assert.deepEqual([answer.status, answer.code], [400, 'CURRENCY_NOT_OFFERED'])
})

test('a shop takes at most seven currencies besides rupees', async (t) => {
  const { admin } = await openForeignShop(t, 'EUR', 0.0105)
  const add = (currency: 'GBP' | 'AED' | 'SGD' | 'MYR' | 'THB' | 'BDT' | 'EUR') =>
    admin.call(setCurrencyRate, { currency, rate: 0.05, follow: false })
  for (const currency of ['GBP', 'AED', 'SGD', 'MYR', 'THB'] as const)
    assert.equal((await add(currency)).status, 200)
  const eighth = await add('BDT')
  assert.deepEqual([eighth.status, eighth.code], [409, 'TOO_MANY_CURRENCIES'])
  assert.equal((await add('EUR')).status, 200, 'one that is taken has a new rate')
  await admin.call(withdrawCurrency, { currency: 'GBP' })
  assert.equal((await add('BDT')).status, 200)
  for (const [currency, rate, status] of [
    ['USD', 0.01, 404], // has a call of its own
    ['INR', 1, 404],
    ['XYZ', 1, 404],
    ['EUR', 0, 400],
    ['EUR', 100_000, 400],
  ] as const)
    assert.equal((await admin.send('PUT', `/api/v1/rate/${currency}`, { rate })).status, status)
})
