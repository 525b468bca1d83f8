import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWebhook } from '#contract/resellers/webhook-deliveries.ts'
import { renewWebhookSecret } from '#contract/resellers/webhooks.ts'
import { openResale, orderByApiClient } from '#tests/support/resellers/api-clients.ts'
import { toSupplier } from '#tests/support/resellers/seller.ts'
import { listen, openReceiver, type ReceivedWebhook } from '#tests/support/resellers/webhooks.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE_MS = 60_000

test('a signed webhook of the seller names an order, and a forged or old one nothing', async (t) => {
  const { enter, productId } = await openResale(t)
  const { reseller, apiClient } = await enter()
  const receiver = await openReceiver(t)
  const { id, secret: webhookSecret } = await listen(reseller, receiver)
  const reference = 'DABCDEFGHIJ1234567890A'
  await orderByApiClient(apiClient, { productId, reference })
  await until('the webhook comes', () => receiver.received.length === 1)
  const [order] = receiver.received as [ReceivedWebhook]
  const read = (webhook: ReceivedWebhook, secret = webhookSecret, now = Date.now()) =>
    toSupplier(apiClient, { webhookSecret: secret }, () => now).readCallback!({
      headers: webhook.headers,
      body: Buffer.from(webhook.body),
    })
  const named = { reference, providerOrderId: null }
  assert.deepEqual(read(order), named)

  const forged = { ...order, body: order.body.replace(reference, `${reference.slice(0, -1)}B`) }
  assert.equal(read(forged), null)
  assert.equal(read({ ...order, headers: {} }), null)
  for (const secret of ['whsec_AAAA', 'whsec_', '']) assert.equal(read(order, secret), null)
  for (const minutes of [-6, 6])
    assert.equal(read(order, webhookSecret, Date.now() + minutes * MINUTE_MS), null)
  assert.deepEqual(read(order, webhookSecret, Date.now() + 4 * MINUTE_MS), named)

  await reseller.call(testWebhook, { id })
  const ping = receiver.received.at(-1)!
  assert.deepEqual(read(ping), { reference: null, providerOrderId: null })

  const { data: renewed } = await reseller.call(renewWebhookSecret, { id })
  await orderByApiClient(apiClient, { productId, reference: `${reference.slice(0, -1)}C` })
  await until('the next webhook comes', () => receiver.received.length === 3)
  const next = receiver.received.at(-1)!
  for (const secret of [webhookSecret, renewed.secret])
    assert.equal(read(next, secret)?.reference, `${reference.slice(0, -1)}C`)
})
