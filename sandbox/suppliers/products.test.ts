import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import { md5 } from './supplier.ts'
import { openSuppliers } from './testing.ts'

type Named = Record<string, unknown>

async function openLists(t: Parameters<typeof openSuppliers>[0]) {
  const providers = await openSuppliers(t)
  const { url, shop, ask, post, smile, moo, uni, sea } = providers
  const change = (fields: object) => post(`${url}/products`, fields)

  /** Lists a game's products at each supplier: product, cost and availability, in the supplier's format. */
  const lists: Record<string, (game: string) => Promise<unknown[][]>> = {
    async smileone(product) {
      const [, { data }] = await smile({ product }, 'productlist')
      return (data as { product: Named[] }).product.map(({ id, price }) => [id, Number(price)])
    },
    async moogold(product_id) {
      const [, { Variation }] = await moo('product/product_detail', { product_id })
      return (Variation as Named[]).map((one) => [
        String(one['variation_id']),
        Number(one['variation_price']),
      ])
    },
    async unipin(game_code) {
      const [, { denominations }] = await uni('in-game-topup/detail', { game_code })
      return (denominations as Named[]).map(({ id, amount }) => [id, Number(amount)])
    },
    async seagm(game) {
      const [, { data }] = await sea(`/v1/recharge-categories/${game}/recharge-types`)
      return (data as Named[]).map(({ id, unit_price }) => [String(id), Number(unit_price)])
    },
    async g2bulk(game) {
      const headers = { 'x-api-key': shop.g2bulk.apiKey }
      const [, body] = await ask(`${shop.g2bulk.url}/v1/games/${game}/catalogue`, { headers })
      return (body['catalogues'] as Named[]).map(({ name, amount }) => [name, amount])
    },
    async lapakgaming(game) {
      const headers = { authorization: `Bearer ${shop.lapakgaming.apiKey}` }
      const address = `${shop.lapakgaming.url}/api/product?category_code=${encodeURIComponent(game)}`
      const [, { data }] = await ask(address, { headers })
      const { products } = data as { products: Named[] }
      return products.map(({ code, price, status }) => [code, price, status === 'available'])
    },
    async digiflazz(brand) {
      const username = shop.digiflazz.username
      const sign = md5(`${username}${shop.digiflazz.apiKey}pricelist`)
      const fields = { cmd: 'prepaid', username, sign, brand }
      const [, { data }] = await post(`${shop.digiflazz.url}/v1/price-list`, fields)
      return (data as Named[]).map((one) => [
        one['buyer_sku_code'],
        one['price'],
        one['seller_product_status'],
      ])
    },
  }
  return { ...providers, change, lists }
}

/** A product per supplier. */
const ONES: Record<string, [game: string, id: string]> = {
  smileone: ['mobilelegends', '1002'],
  moogold: ['42', '1002'],
  unipin: ['legends', '1002'],
  seagm: ['42', '1002'],
  g2bulk: ['mlbb', 'Pack 1002'],
  lapakgaming: ['ML', 'ML1002-S2'],
  digiflazz: ['MOBILE LEGENDS', 'mobile-legends-1002'],
}

test('costs and stock can be set for one supplier', async (t) => {
  const { change, lists } = await openLists(t)
  for (const [provider, [game, productId]] of Object.entries(ONES)) {
    const find = async () => (await lists[provider]!(game)).find(([id]) => id === productId)
    const before = await find()
    const [status] = await change({ provider, productId, cost: 777 })
    const after = await find()
    assert.deepEqual([status, after?.[1]], [200, 777], provider)
    assert.notEqual(before?.[1], 777, provider)
    await change({ provider, productId, isAvailable: false })
    const gone = await find()
    assert.ok(gone === undefined || gone[2] === false, provider)
    await change({ provider, productId, isAvailable: true })
    assert.deepEqual(await find(), after, provider)
  }
})

test('an order of a product out of stock is refused', async (t) => {
  const { change, shop, ask } = await openLists(t)
  const headers = { 'x-api-key': shop.g2bulk.apiKey, 'content-type': 'application/json' }
  const order = async () => {
    const body = JSON.stringify({ catalogue_name: 'Pack 1001', player_id: '1', remark: 'D1' })
    const url = `${shop.g2bulk.url}/v1/games/mlbb/order`
    const [, answer] = await ask(url, { method: 'POST', headers, body })
    return (answer['order'] as Named)['status']
  }
  assert.equal(await order(), 'COMPLETED')
  await change({ provider: 'g2bulk', productId: 'Pack 1001', isAvailable: false })
  assert.equal(await order(), 'FAILED')
})

test('every demo pack is listed at its supplier', async (t) => {
  const { lists } = await openLists(t)
  for (const { source, givenName, packs, name } of DEMO_GAMES) {
    if (source === 'manual') continue
    const listed = new Map((await lists[source]!(givenName)).map(([id, cost]) => [id, cost]))
    for (const { serviceId, costPrice } of packs) {
      assert.ok(listed.has(serviceId), `${name} ${serviceId}`)
      if (source === 'unipin') assert.equal(listed.get(serviceId), costPrice / 100)
    }
  }
})

test('invalid products and costs are refused with clear messages', async (t) => {
  const { change } = await openLists(t)
  for (const [fields, words] of [
    [{}, /provider must be one of/],
    [{ provider: 'manual', productId: '1' }, /provider must be one of/],
    [{ provider: 'unipin' }, /productId/],
    [{ provider: 'unipin', productId: '1', cost: 'much' }, /cost/],
    [{ provider: 'unipin', productId: '1', cost: -1 }, /cost/],
    [{ provider: 'unipin', productId: '1', isAvailable: 'perhaps' }, /isAvailable/],
  ] as const) {
    const [status, { message }] = await change(fields)
    assert.equal(status, 400)
    assert.match(String(message), words)
  }
})
