import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { editOrder } from '#contract/orders/orders.ts'
import { findApiOrder, type ApiOrder } from '#contract/resellers/reseller.ts'
import {
  createOwnWebhook,
  deleteOwnWebhook,
  editOwnWebhook,
  getOwnDelivery,
  getOwnWebhookSecret,
  listOwnDeliveries,
  listOwnEvents,
  listOwnWebhooks,
  replayOwnDelivery,
  replayOwnWebhook,
  renewOwnWebhookSecret,
  testOwnWebhook,
} from '#contract/resellers/reseller-webhooks.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import {
  makeReseller,
  openApiClient,
  orderByApiClient,
} from '#tests/support/resellers/api-clients.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { openReceiver, verify } from '#tests/support/resellers/webhooks.ts'

const FIRST = { page: 1, limit: 10, search: '' }

/** Encodes an order in wire format. */
const wire = (order: ApiOrder): unknown => z.encode(findApiOrder.output, order)

test('API clients manage webhooks of their own, whose events hold what the API shows of an order', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const receiver = await openReceiver(t)
  const mala = await makeReseller(shop, admin)
  const [apiClient, trial] = [
    await openApiClient(mala),
    await openApiClient(mala, { isTest: true }),
  ]
  const input = { name: 'Mine', url: receiver.url, events: [] }
  const { data: live } = await apiClient.call(createOwnWebhook, input)
  const { data: tests } = await trial.call(createOwnWebhook, input)
  assert.deepEqual([live.isTest, tests.isTest], [false, true])
  for (const [own, other] of [
    [apiClient, tests],
    [trial, live],
  ] as const) {
    assert.equal((await own.call(listOwnWebhooks, {})).data.length, 1)
    assert.equal((await own.call(editOwnWebhook, { id: other._id, isEnabled: false })).status, 404)
    assert.equal((await own.call(deleteOwnWebhook, { id: other._id })).status, 404)
  }
  const { data: shown } = await apiClient.call(getOwnWebhookSecret, { id: live._id })
  const { data: newer } = await apiClient.call(renewOwnWebhookSecret, { id: live._id })
  const { data: pinged } = await apiClient.call(testOwnWebhook, { id: live._id })
  assert.equal(pinged.state, 'delivered')
  for (const { secret } of [shown, newer]) verify(secret, receiver.received[0]!)
  receiver.received.length = 0
  const reader = await openApiClient(mala, { scopes: ['read', 'orders'] })
  assert.equal((await reader.call(listOwnWebhooks, {})).code, 'API_KEY_SCOPE')

  const item = await makeItem(admin, await makeGame(admin))
  const { data: placed } = await orderByApiClient(apiClient, { productId: item._id })
  await until('they heard of it', () => receiver.received.length === 1)
  assert.deepEqual(
    receiver.received[0]!.event.data,
    wire((await apiClient.call(findApiOrder, { id: placed._id })).data),
  )
  await admin.call(editOrder, { id: placed._id, status: 'completed', note: '', reference: '' })
  await until('they heard of its end', () => receiver.received.length === 2)
  const { data: ended } = await apiClient.call(findApiOrder, { id: placed._id })
  const { type, data, version } = receiver.received[1]!.event
  assert.deepEqual([type, version, data], ['order.completed', ended.version, wire(ended)])
  const { data: heard } = await apiClient.call(listOwnEvents, { ...FIRST, search: placed._id })
  assert.equal(heard.total, 2)
  const { data: sent } = await apiClient.call(listOwnDeliveries, { id: live._id, ...FIRST })
  const [newest] = sent.deliveries
  assert.equal((await trial.call(listOwnEvents, FIRST)).data.total, 0)
  assert.equal((await trial.call(getOwnDelivery, { id: newest!._id })).status, 404)
  assert.equal((await apiClient.call(replayOwnDelivery, { id: newest!._id })).status, 200)
  await until('it came once more', () => receiver.received.length === 3)
  assert.deepEqual(receiver.received[2]!.event, receiver.received[1]!.event)
  const since = new Date(0).toISOString()
  const { data: none } = await apiClient.call(replayOwnWebhook, { id: live._id, since })
  assert.equal(none.count, 0)
})
