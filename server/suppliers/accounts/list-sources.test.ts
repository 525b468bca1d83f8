import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkSupplier,
  editSupplier,
  listSupplierProducts,
  listSuppliers,
} from '#contract/catalogue/suppliers/suppliers.ts'
import { SUPPLIER_TWINS } from '#sandbox/twins.ts'
import type { Source } from '#contract/catalogue/sources.ts'
import { UNIPIN } from '#connectors/suppliers/unipin/twin/credentials.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const SUPPLIERS = SUPPLIER_TWINS.map(({ name }) => name)

test('a check tells right credentials from wrong ones, and from a supplier that is down', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const check = async (name: Source) => (await admin.call(checkSupplier, { name })).data
  for (const name of SUPPLIERS) assert.equal((await check(name)).isGood, true, name)
  assert.deepEqual(await check('moogold'), {
    isGood: true,
    message: 'MooGold accepts these credentials. The balance is 10,00,000.00 USD',
  })
  assert.deepEqual(await check('unipin'), {
    isGood: true,
    message: 'UniPin accepts these credentials',
  })
  assert.equal((await check('manual')).isGood, true)

  for (const target of SUPPLIERS) await breakOutside(shop, { target, kind: 'error' })
  for (const name of SUPPLIERS) {
    const { isGood, message } = await check(name)
    assert.equal(isGood, false)
    assert.match(message, /so the credentials weren’t checked\. Please try again$/, name)
  }
  await mendOutside(shop)
  for (const name of SUPPLIERS) {
    const { credentials } = (await admin.call(listSuppliers, {})).data.providers.find(
      (one) => one.name === name,
    )!
    const wrong = credentials.filter(({ isSecret }) => isSecret).map((one) => [one.name, 'wrong'])
    await admin.call(editSupplier, {
      name,
      credentials: Object.fromEntries(wrong) as Record<string, string>,
    })
    const { isGood, message } = await check(name)
    assert.equal(isGood, false)
    assert.match(message, /doesn’t accept these credentials\. \w/, name)
  }
})

test('product lists show costs in rupees, if the rate of the supplier’s currency is known', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const list = async (name: Source) =>
    (await admin.call(listSupplierProducts, { name, game: 'legends', region: '' })).data.products
  const [moogold] = await list('moogold') // dollars use the shop's rate: 1 / 0.012
  assert.deepEqual([moogold!.cost, moogold!.currency, moogold!.costPrice], ['0.60', 'USD', 50_00])
  assert.equal((await list('unipin'))[0]!.costPrice, 50_40) // UniPin charges rupees here
  assert.equal((await list('smileone'))[0]!.costPrice, null)
  assert.deepEqual(await list('manual'), [])

  const unitCosts = [{ currency: 'SmileCoin', rupees: 1.666_667 }]
  const { data } = await admin.call(editSupplier, { name: 'smileone', unitCosts })
  assert.deepEqual(data.unitCosts, [{ ...unitCosts[0], isEntered: true }])
  const [smile] = await list('smileone')
  assert.equal(smile!.costPrice, Math.ceil((Number(smile!.cost) * 166.6667 * 1e6) / 1e6))
  await admin.call(editSupplier, {
    name: 'moogold',
    unitCosts: [{ currency: 'USD', rupees: 90 }],
  })
  assert.equal((await list('moogold'))[0]!.costPrice, 54_00)
  await admin.call(editSupplier, {
    name: 'moogold',
    unitCosts: [{ currency: 'USD', rupees: null }],
  })
  assert.equal((await list('moogold'))[0]!.costPrice, 50_00)
  const [, , last] = await listActions(shop)
  assert.deepEqual(last!.before, { unitCosts: [{ currency: 'USD', rupees: 90 }] })

  await breakOutside(shop, { target: 'moogold', kind: 'error' })
  const away = await admin.call(listSupplierProducts, { name: 'moogold', game: '42', region: '' })
  assert.deepEqual([away.status, away.code], [503, 'PROVIDER_UNREACHABLE'])
  await mendOutside(shop)
  await admin.call(editSupplier, { name: 'unipin', credentials: { ...UNIPIN, secretKey: 'x' } })
  const wrong = await admin.call(listSupplierProducts, { name: 'unipin', game: '42', region: '' })
  assert.deepEqual([wrong.status, wrong.code], [409, 'PROVIDER_REFUSED'])
})

test('a pack counts once at each of its suppliers', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, { apiName: 'unipin', givenGameName: 'ml' })
  const other = { givenGameName: '42', givenRegion: '', serviceId: '1' }
  await makeItem(admin, game, {
    serviceId: '1',
    sources: [
      { ...other, source: 'moogold' },
      { ...other, source: 'moogold', givenRegion: 'in' },
      { ...other, source: 'seagm' },
    ],
  })
  await makeItem(admin, game, { serviceId: '2' })
  const { data } = await admin.call(listSuppliers, {})
  const counts = data.providers.map(({ name, packs }) => [name, packs])
  assert.deepEqual(Object.fromEntries(counts), {
    smileone: 0,
    moogold: 1,
    unipin: 2,
    seagm: 1,
    lapakgaming: 0,
    g2bulk: 0,
    gemstall: 0,
    digiflazz: 0,
    manual: 0,
  })
})
