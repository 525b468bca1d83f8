import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { editOrder } from '#contract/orders.ts'
import { findApiOrder, type ApiOrder } from '#contract/reseller.ts'
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
} from '#contract/reseller-webhooks.ts'
import { makeGame, makeItem } from '#tests/support/catalog.ts'
import { signUpAdmin } from '#tests/support/people.ts'
import { makeReseller, openProgram, orderByProgram } from '#tests/support/programs.ts'
import { openShop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { openReceiver, verify } from '#tests/support/webhooks.ts'

const FIRST = { page: 1, limit: 10, search: '' }

/** Encodes an order in wire format. */
const wire = (order: ApiOrder): unknown => z.encode(findApiOrder.output, order)

test('programs set up webhooks of their own, and are told what they would read of an order', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const receiver = await openReceiver(t)
  const mala = await makeReseller(shop, admin)
  const [program, trial] = [await openProgram(mala), await openProgram(mala, { isTest: true })]
  const input = { name: 'Mine', url: receiver.url, events: [] }
  const { data: live } = await program.call(createOwnWebhook, input)
  const { data: tests } = await trial.call(createOwnWebhook, input)
  assert.deepEqual([live.isTest, tests.isTest], [false, true])
  for (const [own, other] of [
    [program, tests],
    [trial, live],
  ] as const) {
    assert.equal((await own.call(listOwnWebhooks, {})).data.length, 1)
    assert.equal((await own.call(editOwnWebhook, { id: other._id, isEnabled: false })).status, 404)
    assert.equal((await own.call(deleteOwnWebhook, { id: other._id })).status, 404)
  }
  const { data: shown } = await program.call(getOwnWebhookSecret, { id: live._id })
  const { data: newer } = await program.call(renewOwnWebhookSecret, { id: live._id })
  const { data: pinged } = await program.call(testOwnWebhook, { id: live._id })
  assert.equal(pinged.state, 'delivered')
  for (const { secret } of [shown, newer]) verify(secret, receiver.letters[0]!)
  receiver.letters.length = 0
  const reader = await openProgram(mala, { scopes: ['read', 'orders'] })
  assert.equal((await reader.call(listOwnWebhooks, {})).code, 'API_KEY_SCOPE')

  const item = await makeItem(admin, await makeGame(admin))
  const { data: placed } = await orderByProgram(program, { productId: item._id })
  await until('they heard of it', () => receiver.letters.length === 1)
  assert.deepEqual(
    receiver.letters[0]!.event.data,
    wire((await program.call(findApiOrder, { id: placed._id })).data),
  )
  await admin.call(editOrder, { id: placed._id, status: 'completed', note: '', reference: '' })
  await until('they heard of its end', () => receiver.letters.length === 2)
  const { data: ended } = await program.call(findApiOrder, { id: placed._id })
  const { type, data, version } = receiver.letters[1]!.event
  assert.deepEqual([type, version, data], ['order.completed', ended.version, wire(ended)])
  const { data: heard } = await program.call(listOwnEvents, { ...FIRST, search: placed._id })
  assert.equal(heard.total, 2)
  const { data: sent } = await program.call(listOwnDeliveries, { id: live._id, ...FIRST })
  const [newest] = sent.deliveries
  assert.equal((await trial.call(listOwnEvents, FIRST)).data.total, 0)
  assert.equal((await trial.call(getOwnDelivery, { id: newest!._id })).status, 404)
  assert.equal((await program.call(replayOwnDelivery, { id: newest!._id })).status, 200)
  await until('it came once more', () => receiver.letters.length === 3)
  assert.deepEqual(receiver.letters[2]!.event, receiver.letters[1]!.event)
  const since = new Date(0).toISOString()
  const { data: none } = await program.call(replayOwnWebhook, { id: live._id, since })
  assert.equal(none.count, 0)
})
