import assert from 'node:assert/strict'
import { editGame } from '#contract/catalogue/games.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { addSuppliedGame, PLAYERS } from '#tests/support/orders/deliveries.ts'
import { openResale } from '#tests/support/resellers/api-clients.ts'
import { toSupplier } from '#tests/support/resellers/seller.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const test = shareShop(openResale)

test('a game’s packs are listed at the price for this reseller, to the last digit', async (seller) => {
  const { admin, game, item, enter } = seller
  const fields = { sellingPrice: 9_999_999_99, resellerSellingPrice: 1_234_567_89 }
  const large = await makeItem(admin, game, {
    ...fields,
    itemName: 'Large',
    itemAvailablity: false,
  })
  const { apiClient } = await enter()
  const supplier = toSupplier(apiClient)
  const listed = await supplier.listProducts({ game: game.gameSlug, region: '' })
  const pack = { id: item._id, name: item.itemName, cost: '90', currency: 'INR', isAvailable: true }
  const other = { id: large._id, name: 'Large', cost: '1234567.89', isAvailable: false }
  assert.deepEqual(listed, [pack, { ...other, currency: 'INR' }])

  const inDollars = toSupplier(apiClient, { currency: 'usd' })
  const [{ cost, currency }] = (await inDollars.listProducts({
    game: game.gameSlug,
    region: '',
  })) as [(typeof listed)[0]]
  assert.deepEqual([cost, currency], ['1.08', 'USD'])
  const strange = supplier.listProducts({ game: 'no-such-game', region: '' })
  await assert.rejects(strange, /Game not found|NO_SUCH_GAME/)
})

test('the balance is that of the wallet that pays', async ({ enter }) => {
  const { apiClient } = await enter({ INR: 7_500_000_01, USD: 12_3456 })
  const balanceIn = (currency: string) => toSupplier(apiClient, { currency }).readBalance!()
  assert.deepEqual(await balanceIn(''), { amount: '7500000.01', currency: 'INR' })
  assert.deepEqual(await balanceIn('USD'), { amount: '12.3456', currency: 'USD' })
  assert.deepEqual(await balanceIn('EUR'), { amount: '0', currency: 'EUR' })
  const wrong = toSupplier({ ...apiClient, headers: { 'x-api-key': 'gs_live_wrong' } })
  await assert.rejects(wrong.readBalance!(), /API_KEY_UNKNOWN/)
})

test('a player is known, unknown or elsewhere as the seller’s game says', async (seller) => {
  const { admin, enter } = seller
  const { apiClient } = await enter()
  const supplier = toSupplier(apiClient)
  const { game, item } = await addSuppliedGame(seller, 'unipin')
  const player = { game: game.gameSlug, region: '', serviceId: item._id, zoneId: '' }
  const ask = (playerId: string, other: Partial<typeof player> = {}) =>
    supplier.validatePlayer!({ ...player, playerId, ...other })
  assert.deepEqual(await ask(PLAYERS.good), { is: 'known', name: 'Player-6789' })
  assert.deepEqual(await ask(PLAYERS.good, { serviceId: '' }), { is: 'known', name: 'Player-6789' })
  assert.deepEqual(await ask(PLAYERS.unknown), { is: 'unknown' })
  await assert.rejects(ask(PLAYERS.down), /can’t check/)
  await assert.rejects(ask(PLAYERS.good, { serviceId: seller.item._id }), /can’t check/)
  await admin.call(editGame, { id: game._id, isValidationRequired: true })
  await assert.rejects(ask(PLAYERS.down), /answered 503/)
  await admin.call(editGame, { id: game._id, inputFieldTwo: 'Zone ID', playerRegions: ['DE'] })
  assert.deepEqual(await ask(PLAYERS.good, { zoneId: '2001' }), { is: 'elsewhere' })
})
