import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser, login } from '#contract/accounts/auth.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { fileOf, placeFile, PLAYER } from '#tests/support/resellers/bulk.ts'
import { makeBuyer, openPackShop, order } from '#tests/support/orders/orders.ts'
import {
  makeReseller,
  openApiClient,
  orderByApiClient,
} from '#tests/support/resellers/api-clients.ts'
import { createPerson, keepCookie } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY = 24 * 60 * 60 * 1000
const FAR = '203.0.113.9'
const ago = (days: number) => new Date(Date.now() - days * DAY)
const BEHIND_PROXY = { env: { TRUSTED_PROXIES: '127.0.0.1,::1' } }

test('an order keeps its buyer’s IP address until a week after its end, or until the account is deleted', async (t) => {
  const { shop, admin, game, item } = await openPackShop(t, BEHIND_PROXY)
  const addressOf = async (id: string) => {
    const [row] = await shop.sql<{ buyerAddress: string | null }[]>`
      select buyer_address from orders where id = ${id}`
    return row!.buyerAddress
  }
  const end = (id: string) =>
    admin.call(editOrder, { id, status: 'completed', note: '', reference: '' })
  const asha = await makeBuyer(shop, game, { INR: 1_000_00 })
  const { email, password } = asha
  keepCookie(asha, await createPerson(shop.url).call(login, { email, password }))
  for (const [shown, kept] of [
    [FAR, FAR],
    [`${FAR}:4711`, FAR],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:1:9::1', '2001:db8:1:1:9::1'],
    ['unknown', null],
  ] as const) {
    asha.headers = { ...asha.headers, 'x-forwarded-for': shown }
    const answer = await order(asha, { item })
    assert.equal(answer.status, 200, JSON.stringify([shown, answer.reply]))
    const { _id: id } = answer.data
    assert.equal(await addressOf(id), kept, shown)
    const [row] = await shop.sql`select buyer_device from orders where id = ${id}`
    assert.equal(row!['buyerDevice'] !== null, kept !== null, shown)
    await end(id)
  }

  asha.headers = { 'x-forwarded-for': FAR }
  const open = (await order(asha, { item })).data._id
  const ended = (await order(asha, { item })).data._id
  await end(ended)
  const late = (await order(asha, { item })).data._id
  await end(late)
  await shop.sql`update orders set ended_at = ${ago(7.01)} where id = ${ended}`
  await shop.sql`update orders set ended_at = ${ago(6.99)} where id = ${late}`
  await shop.sql`update orders set created_at = ${ago(30)} where id = ${open}`
  await addJob(shop, 'clean-up', {})
  await until('it is erased', async () => (await addressOf(ended)) === null)
  const [erased] = await shop.sql`
    select buyer_network, buyer_device from orders where id = ${ended}`
  assert.deepEqual({ ...erased }, { buyerNetwork: null, buyerDevice: null })
  const [kept] = await shop.sql`select buyer_network from orders where id = ${late}`
  assert.equal(kept!['buyerNetwork'], FAR)
  assert.deepEqual([await addressOf(open), await addressOf(late)], [FAR, FAR])

  const ravi = await makeBuyer(shop, game, { INR: 100_00 })
  ravi.headers = { 'x-forwarded-for': FAR }
  const last = (await order(ravi, { item })).data._id
  await end(last)
  assert.equal((await ravi.call(deleteUser, {})).status, 200)
  await until('it is erased', async () => (await addressOf(last)) === null)
})

test('an API order keeps the address that the API client names, or its own; a bulk order keeps the uploader’s', async (t) => {
  const { shop, admin, item } = await openPackShop(t, BEHIND_PROXY)
  const reseller = await makeReseller(shop, admin)
  const apiClient = await openApiClient(reseller)
  apiClient.headers = { ...apiClient.headers, 'x-forwarded-for': FAR }
  const productId = item._id
  const place = async (input: { buyerIp?: string }) => {
    const { data } = await orderByApiClient(apiClient, { productId, ...input })
    const [row] = await shop.sql`select buyer_address from orders where id = ${data._id}`
    return row!['buyerAddress'] as string
  }
  assert.equal(await place({}), FAR)
  assert.equal(await place({ buyerIp: '2001:db8::5' }), '2001:db8::5')
  assert.equal(await place({ buyerIp: '198.51.100.7' }), '198.51.100.7')
  for (const buyerIp of ['', 'home', '1.2.3', `${FAR}/24`]) {
    const input = { productId, playerId: PLAYER, reference: 'x', buyerIp }
    const { status, errors } = await apiClient.send('POST', '/api/v1/reseller/orders', input)
    assert.deepEqual([status, errors[0]?.field], [400, 'buyerIp'])
  }

  reseller.headers = { 'x-forwarded-for': '198.51.100.8' }
  const bulk = await placeFile(reseller, fileOf(`${productId},${PLAYER},,`))
  const find = () => shop.sql`
    select orders.buyer_address, bulk.buyer_address as of_file
    from bulk_line join orders on orders.id = order_id join bulk on bulk.id = bulk_id
    where bulk_id = ${bulk._id} and bulk.state = 'done'`
  await until('it is placed', async () => (await find()).length > 0)
  assert.deepEqual([...(await find())], [{ buyerAddress: '198.51.100.8', ofFile: null }])
})
