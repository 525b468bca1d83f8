import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getApiBalance, type placeApiOrder } from '#contract/resellers/reseller.ts'
import type { Input } from '#contract/core/endpoint.ts'
import {
  makeReseller,
  openApiClient,
  orderByApiClient,
  refusalOf,
  withKey,
} from '#tests/support/resellers/api-clients.ts'
import {
  buyFor,
  hasEnded,
  listDispatches,
  openDeliveryShop,
  waitForOrder,
} from '#tests/support/orders/deliveries.ts'

const STRANGER = 'DSTRANGER1234567890ABC'

test('an order that comes back to the shop where it began is refused and not charged', async (t) => {
  const deliveryShop = await openDeliveryShop(t)
  const { shop, admin, item } = deliveryShop
  const id = await buyFor(deliveryShop, 'good')
  await waitForOrder(deliveryShop, id, hasEnded)
  const [own] = await listDispatches(shop, id)
  const client = await openApiClient(await makeReseller(shop, admin))
  const productId = item._id
  const send = (input: Partial<Input<typeof placeApiOrder>>) =>
    orderByApiClient(client, { productId, ...input })

  for (const input of [
    { reference: own!.reference },
    { via: [own!.reference] },
    { via: [STRANGER, own!.reference, STRANGER] },
  ])
    assert.deepEqual(refusalOf(await send(input)), [409, 'ORDER_LOOP'])
  assert.equal((await client.call(getApiBalance, {})).data.INR, 1_000_00)

  // The refusal is final: with its key, the same order is refused even if the dispatch is forgotten.
  const again = { productId, reference: 'a', via: [own!.reference] }
  const keyed = withKey(client, 'a')
  assert.deepEqual(refusalOf(await orderByApiClient(keyed, again)), [409, 'ORDER_LOOP'])
  await shop.sql`update dispatch set reference = ${STRANGER} where reference = ${own!.reference}`
  assert.deepEqual(refusalOf(await orderByApiClient(keyed, again)), [409, 'ORDER_LOOP'])

  const { data, status } = await send({
    reference: own!.reference,
    via: ['DANOTHER1234567890ABCD'],
  })
  assert.equal(status, 200)
  const [stored] = await shop.sql`select via from reseller_order where order_id = ${data._id}`
  assert.deepEqual(stored, { via: ['DANOTHER1234567890ABCD'] })
})

test('an order names at most eight shops, by references that shops make', async (t) => {
  const { shop, admin, item } = await openDeliveryShop(t)
  const client = await openApiClient(await makeReseller(shop, admin))
  const send = (via: string[]) => {
    const chosen = { productId: item._id, playerId: '123456789', reference: randomUUID() }
    return client.send('POST', '/api/v1/reseller/orders', { ...chosen, via })
  }
  for (const via of [['order-1001'], ['D1'], Array<string>(9).fill(STRANGER)]) {
    const { status, errors } = await send(via)
    assert.deepEqual([status, errors[0]?.field.split('.')[0]], [400, 'via'])
  }
  assert.equal((await send(Array<string>(8).fill(STRANGER))).status, 200)
})
