import assert from 'node:assert/strict'
import { editGame, editItem } from '#contract/catalogue/games.ts'
import { editWebsite } from '#contract/catalogue/settings.ts'
import { correctApiOrder, findApiOrder, getApiBalance } from '#contract/resellers/reseller.ts'
import type { Dispatch, DispatchOutcome } from '#connectors/suppliers/supplier.ts'
import { inShort, toDispatch } from '#connectors/suppliers/testing.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { openBadLine } from '#tests/support/network/bad-line.ts'
import { addSuppliedGame, PLAYERS } from '#tests/support/orders/deliveries.ts'
import { openApiClient, openResale } from '#tests/support/resellers/api-clients.ts'
import { toSupplier } from '#tests/support/resellers/seller.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareShop(openResale)

type Seller = Awaited<ReturnType<typeof openResale>>

/** A new buyer with money at the seller. */
async function enter(seller: Seller, money?: Parameters<Seller['enter']>[0]) {
  const entered = await seller.enter(money)
  const { apiClient } = entered
  const supplier = toSupplier(apiClient)
  const balance = async () => (await apiClient.call(getApiBalance, {})).data.INR
  const toPack = (change: Partial<Dispatch> = {}) =>
    toDispatch({ serviceId: seller.productId, zoneId: '', ...change })
  return { ...entered, supplier, balance, toPack, trace: supplier.trace! }
}

const idOf = (outcome: DispatchOutcome): string => outcome.providerOrderId!

test('an order is pending until the seller ends it, and costs what its wallet paid', async (seller) => {
  const { supplier, toPack, trace, balance } = await enter(seller, { INR: 1_000_00, USD: 10_0000 })
  const dispatch = toPack()
  const sent = await supplier.deliver(dispatch)
  assert.deepEqual([sent.is, await inShort(trace(dispatch))], ['pending', 'pending'])
  await seller.end(idOf(sent), 'completed')
  const done = await trace(dispatch)
  const cost = { amount: '90', currency: 'INR' }
  const providerOrderId = idOf(sent)
  assert.deepEqual(done, { is: 'delivered', providerOrderId, words: 'completed', cost })

  const other = toPack()
  await seller.end(idOf(await supplier.deliver(other)), 'failed')
  assert.equal(await inShort(trace(other)), 'refused for other')
  assert.equal(await balance(), 910_00)
})

test('an order paid in dollars costs dollars, to the last digit', async (seller) => {
  const { apiClient, toPack } = await enter(seller, { USD: 10_0000 })
  const supplier = toSupplier(apiClient, { currency: 'USD' })
  const dispatch = toPack()
  await seller.end(idOf(await supplier.deliver(dispatch)), 'completed')
  const done = await supplier.trace!(dispatch)
  assert.deepEqual('cost' in done && done.cost, { amount: '1.08', currency: 'USD' })
})

test('an order sent again, also with another limit or address, is one order', async (seller) => {
  const { supplier, toPack, balance } = await enter(seller)
  const dispatch = toPack()
  const first = await supplier.deliver(dispatch, { amount: '95.50', currency: 'INR' })
  const again = await Promise.all([
    supplier.deliver(dispatch, { amount: '95.50', currency: 'INR' }),
    supplier.deliver(dispatch, { amount: '90', currency: 'INR' }),
    supplier.deliver(dispatch, { amount: '10', currency: 'INR' }),
    supplier.deliver({ ...dispatch, buyerAddress: null }),
  ])
  for (const outcome of again) assert.deepEqual(outcome, first)
  assert.equal(supplier.isRepeatable!(dispatch, new Date('2040-01-01')), true)
  assert.equal(await balance(), 910_00)
})

test('an order refused under its reference stays refused, whatever is sent later', async (seller) => {
  const { supplier, toPack, trace, balance } = await enter(seller)
  const dispatch = toPack()
  const send = (amount: string) => inShort(supplier.deliver(dispatch, { amount, currency: 'INR' }))
  assert.equal(await send('89.99'), 'refused for price')
  assert.equal(await send('89.99'), 'refused for price')
  assert.equal(await send('95.00'), 'refused for other')
  assert.equal(await inShort(trace(dispatch)), 'unheard')
  assert.equal(await balance(), 1_000_00)
})

test('an order that waits for another player is taken back, and its money returns', async (seller) => {
  const { supplier, toPack, trace, balance, apiClient } = await enter(seller)
  const { item } = await addSuppliedGame(seller, 'unipin', { resellerSellingPrice: 90_00 })
  const serviceId = item._id
  const buyWrong = async () => {
    const dispatch = toPack({ serviceId, playerId: PLAYERS.unknown })
    const id = idOf(await supplier.deliver(dispatch))
    await until('it waits for its player', async () => {
      return (await apiClient.call(findApiOrder, { id })).data.heldFor === 'player'
    })
    return { dispatch, id }
  }
  const { dispatch } = await buyWrong()
  assert.equal(await balance(), 910_00)
  assert.equal(await inShort(trace(dispatch)), 'refused for player')
  assert.equal(await balance(), 1_000_00)
  assert.equal(await inShort(trace(dispatch)), 'refused for other')

  const { dispatch: corrected, id } = await buyWrong()
  await apiClient.call(correctApiOrder, { id, playerId: PLAYERS.good, zoneId: '' })
  await until('it is delivered', async () => (await inShort(trace(corrected))) === 'delivered')
  assert.equal(await balance(), 910_00)
})

test('an order refunded after its delivery is left to a person', async (seller) => {
  const { supplier, toPack, trace } = await enter(seller)
  const dispatch = toPack()
  const id = idOf(await supplier.deliver(dispatch))
  await seller.end(id, 'completed')
  await seller.end(id, 'refunded')
  assert.match(await inShort(trace(dispatch)), /refunded it after its delivery/)
})

test('each refusal of an order says why, and nothing is charged', async (seller) => {
  const { supplier, toPack, balance, apiClient } = await enter(seller)
  const { admin, game } = seller
  const closed = await makeItem(admin, game, { itemAvailablity: false })
  const sold = await makeItem(admin, game, { quantity: 0 })
  const dear = await makeItem(admin, game, { sellingPrice: 1_000_01 })
  const checked = await addSuppliedGame(seller, 'unipin')
  await admin.call(editGame, { id: checked.game._id, isValidationRequired: true })
  const [one] = await seller.shop.sql<{ reference: string }[]>`
    select reference from dispatch limit 1`
  for (const [change, means] of [
    [{ serviceId: '01980000-0000-7000-8000-000000000000' }, 'product'],
    [{ serviceId: closed._id }, 'product'],
    [{ serviceId: sold._id }, 'stock'],
    [{ serviceId: dear._id }, 'balance'],
    [{ serviceId: checked.item._id, playerId: PLAYERS.unknown }, 'player'],
    [{ playerId: '<b>' }, 'player'],
    [{ serviceId: 'x' }, 'other'],
    [{ via: [one!.reference] }, 'product'],
  ] as [Partial<Dispatch>, string][])
    assert.equal(
      await inShort(supplier.deliver(toPack(change))),
      `refused for ${means}`,
      JSON.stringify(change),
    )
  const limited = supplier.deliver(toPack(), { amount: '89.99', currency: 'INR' })
  assert.equal(await inShort(limited), 'refused for price')
  const inEuros = toSupplier(apiClient, { currency: 'EUR' })
  assert.equal(await inShort(inEuros.deliver(toPack())), 'not sent')
  assert.equal(await balance(), 1_000_00)
})

test('an order that the seller did not look at counts as not sent', async (seller) => {
  const { reseller, apiClient, supplier, toPack, balance } = await enter(seller)
  const reading = await openApiClient(reseller, { scopes: ['read'] })
  const elsewhere = await openApiClient(reseller, { allowedNetworks: ['198.51.100.7'] })
  const { headers } = apiClient
  for (const one of [
    { url: 'http://localhost:2', headers },
    { url: 'http://192.168.0.1:3000', headers },
    { url: `${seller.shop.url}/elsewhere`, headers },
    { url: seller.shop.url, headers: { 'x-api-key': 'gs_live_wrong' } },
    reading,
    elsewhere,
  ])
    assert.equal(await inShort(toSupplier(one).deliver(toPack())), 'not sent', one.url)

  await seller.admin.call(editWebsite, { isClosed: true, message: '' })
  const dispatch = toPack()
  assert.equal(await inShort(supplier.deliver(dispatch)), 'not sent')
  await seller.admin.call(editWebsite, { isClosed: false, message: '' })
  assert.equal(await inShort(supplier.deliver(dispatch)), 'pending')
  assert.equal(await balance(), 910_00)
})

test('an order without an answer is unknown, and its reference finds it', async (seller) => {
  const { apiClient, toPack, balance } = await enter(seller)
  const undo = { after: (close: () => void) => closers.push(close) }
  const closers: (() => void)[] = []
  const line = await openBadLine(undo, seller.shop.url)
  const supplier = toSupplier({ ...apiClient, url: line.url })
  const [lost, never, twice, refused] = [toPack(), toPack(), toPack(), toPack()]
  line.faults = ['lose reply', 'lose request', 'twice', 'refuse']
  assert.equal(await inShort(supplier.deliver(lost)), 'fetch failed')
  assert.equal(await inShort(supplier.deliver(never)), 'fetch failed')
  assert.equal(await inShort(supplier.deliver(twice)), 'pending')
  assert.equal(await inShort(supplier.deliver(refused)), 'not sent')
  const traced = [lost, never, twice, refused].map((one) => inShort(supplier.trace!(one)))
  assert.deepEqual(await Promise.all(traced), ['pending', 'unheard', 'pending', 'unheard'])
  assert.equal(await inShort(supplier.deliver(never)), 'pending')
  assert.equal(await balance(), 730_00)
  for (const close of closers) close()
})

test('a key of test mode orders in test mode, where each outcome is reported', async (seller) => {
  const { reseller, toPack, balance } = await enter(seller)
  const client = await openApiClient(reseller, { isTest: true })
  const supplier = toSupplier(client)
  assert.deepEqual(await supplier.readBalance!(), { amount: '100000', currency: 'INR' })
  const dispatch = toPack()
  await supplier.deliver(dispatch)
  await until('it is over', async () => (await inShort(supplier.trace!(dispatch))) !== 'pending')
  assert.equal(await inShort(supplier.trace!(dispatch)), 'delivered')
  const refused = toPack({ playerId: PLAYERS.refused })
  await supplier.deliver(refused)
  await until('it is over', async () => (await inShort(supplier.trace!(refused))) !== 'pending')
  assert.equal(await inShort(supplier.trace!(refused)), 'refused for other')
  assert.equal(await balance(), 1_000_00)
})

test('a pack that is a code is delivered with its codes', async (seller) => {
  const { supplier, toPack, trace } = await enter(seller)
  const { item } = await addSuppliedGame(seller, 'lapakgaming', {
    serviceId: 'VCGS330-S22',
    resellerSellingPrice: 90_00,
    quantity: null,
  })
  const dispatch = toPack({ serviceId: item._id, playerId: PLAYERS.callbacks })
  await supplier.deliver(dispatch)
  await until('it is over', async () => (await inShort(trace(dispatch))) !== 'pending')
  const done = await trace(dispatch)
  assert.ok(done.is === 'delivered' && done.codes?.length === 1)
  assert.match(done.codes[0]!, /^PIN : \d{9} Serial : S\d{9}$/)
  await seller.admin.call(editItem, { itemId: item._id, itemAvailablity: false })
})
