import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, createClient, readWebhook } from 'gemstall/client'
import {
  createOwnWebhook,
  getOwnWebhookSecret,
  testOwnWebhook,
} from '#contract/resellers/reseller-webhooks.ts'
import { openBadLine } from '#tests/support/network/bad-line.ts'
import { openResale } from '#tests/support/resellers/api-clients.ts'
import { openReceiver } from '#tests/support/resellers/webhooks.ts'

test('the client buys once despite lost answers, pages through lists, and explains refusals', async (t) => {
  const { shop, productId, enter } = await openResale(t)
  const { apiClient } = await enter({ INR: 300_00 })
  const line = await openBadLine(t, shop.url)
  const client = createClient({ url: line.url, apiKey: apiClient.headers['x-api-key']! })
  const input = { productId, playerId: '123456789', reference: 'a' }

  line.faults = ['refuse', 'lose reply', 'lose reply']
  const order = await client.call('placeApiOrder', input)
  assert.deepEqual([order.price, order.reference], [90, 'a'])
  assert.equal(line.seen.length, 4)
  assert.equal(new Set(line.seen).size, 1, 'one key for all tries')
  assert.deepEqual(await client.call('getApiBalance', {}), {
    INR: 210,
    USD: 0,
    others: [],
    isTest: false,
  })

  for (const reference of ['b', 'c']) await client.call('placeApiOrder', { ...input, reference })
  const listed = await Array.fromAsync(client.eachOrder({ limit: '1' }))
  assert.deepEqual(
    listed.map(({ reference }) => reference),
    ['c', 'b', 'a'],
  )
  const lines = await Array.fromAsync(client.eachLine({ limit: '1' }))
  assert.equal(lines.at(-1)!.balance, 30)

  const no = await client
    .call('placeApiOrder', { ...input, reference: 'd' })
    .catch((error) => error)
  assert.ok(no instanceof ApiError)
  assert.deepEqual(
    [no.code, no.status, no.canFix, no.isRetryable, no.details],
    ['BALANCE_TOO_LOW', 409, true, false, { missing: 60, currency: 'INR' }],
  )

  const products = await client.call('listApiProducts', {})
  const before = line.seen.length
  assert.equal(await client.call('listApiProducts', {}), products, 'what has not changed is kept')
  assert.equal(line.seen.length, before + 1)

  line.faults = ['lose reply']
  const once = { id: order._id }
  await assert.rejects(client.call('refundApiOrder', once), {
    code: 'NO_ANSWER',
    isRetryable: true,
  })
  assert.equal(line.seen.length, before + 2, 'what cannot be repeated is sent once')
})

test('the client accepts the shop’s webhooks and refuses forged ones', async (t) => {
  const { enter } = await openResale(t)
  const { apiClient } = await enter()
  const receiver = await openReceiver(t)
  const address = { name: 'Mine', url: receiver.url, events: [] }
  const { data: webhook } = await apiClient.call(createOwnWebhook, address)
  const { data } = await apiClient.call(getOwnWebhookSecret, { id: webhook._id })
  await apiClient.call(testOwnWebhook, { id: webhook._id })
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]]
  const secrets = ['whsec_AAAA', data.secret]
  assert.equal((await readWebhook({ secrets, headers, body })).type, 'ping')
  const later = Date.now() + 6 * 60_000
  for (const wrong of [
    { secrets: ['whsec_AAAA'], headers, body },
    { secrets, headers, body: `${body} ` },
    { secrets, headers: {}, body },
    { secrets, headers: { ...headers, 'webhook-signature': 'v1,*** v2' }, body },
    { secrets, headers, body, now: later },
  ])
    await assert.rejects(readWebhook(wrong), /^Error: The webhook/)
})
