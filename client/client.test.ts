import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { ApiError, createClient, readWebhook } from 'gemstall/client'
import {
  createOwnWebhook,
  getOwnWebhookSecret,
  testOwnWebhook,
} from '#contract/resellers/reseller-webhooks.ts'
import { openResale } from '#tests/support/resellers/api-clients.ts'
import { openReceiver } from '#tests/support/resellers/webhooks.ts'

/** A proxy between an API client and the shop, which loses answers on request. */
async function openBadLine(t: TestContext, target: string) {
  const line = { lose: 0, refuse: 0, seen: [] as string[] }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    line.seen.push(`${request.method} ${String(request.headers['idempotency-key'])}`)
    if (line.refuse-- > 0) {
      const body = {
        success: false,
        code: 'TOO_MANY_REQUESTS',
        message: 'Later',
        isRetryable: true,
      }
      response.writeHead(429, { 'retry-after': '0' }).end(JSON.stringify(body))
      return
    }
    const { host: _, connection: __, ...headers } = request.headers
    const answer = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const text = await answer.text()
    if (line.lose-- > 0) return request.socket.destroy() // the shop has done it, but the client does not know
    const etag = answer.headers.get('etag')
    response.writeHead(answer.status, etag ? { etag } : {}).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { ...line, line, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the client buys once despite lost answers, pages through lists, and explains refusals', async (t) => {
  const { shop, productId, enter } = await openResale(t)
  const { apiClient } = await enter({ INR: 300_00 })
  const { line, url } = await openBadLine(t, shop.url)
  const client = createClient({ url, apiKey: apiClient.headers['x-api-key']! })
  const input = { productId, playerId: '123456789', reference: 'a' }

  line.lose = 2
  line.refuse = 1
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

  line.lose = 1
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
