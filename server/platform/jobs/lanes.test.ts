import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { askForOwnPhone } from '#tests/support/accounts/codes.ts'
import { signUpAdmin, signUpByCall } from '#tests/support/accounts/people.ts'
import { holdTimeouts } from '#tests/support/network/timeouts.ts'
import { buyFor, openDeliveryShop } from '#tests/support/orders/deliveries.ts'
import { untilOrder } from '#tests/support/orders/orders.ts'
import { makeReseller } from '#tests/support/resellers/api-clients.ts'
import { happen, listen, openReceiver } from '#tests/support/resellers/webhooks.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { enqueue } from './jobs.ts'
import type { JobName } from './payloads.ts'

/** Opens a mail server that never finishes its greeting. A sender waits for as long as the test runs. */
async function openTalker(t: TestContext): Promise<string> {
  const sockets = new Set<Socket>()
  const talker = createServer((socket) => {
    sockets.add(socket)
    socket.write('220 welcome\r\n')
    const timer = setInterval(() => socket.write('250-and moreover\r\n'), 500)
    socket.on('error', () => {}).on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(talker, 'listening')
  t.after(() => {
    talker.close()
    for (const socket of sockets) socket.destroy()
  })
  return `smtp://shop:secret@127.0.0.1:${(talker.address() as AddressInfo).port}`
}

test('a stuck mail server delays neither deliveries nor SMS codes', async (t) => {
  const env = { WORKER_CONCURRENCY: '1', SMTP_URL: await openTalker(t) }
  const deliveryShop = await openDeliveryShop(t, { env })
  const { shop, asha } = deliveryShop
  await signUpByCall(shop, 'Ravi Kumar')
  await until('a letter waits for the mail server', async () => {
    const held =
      await shop.sql`select from job where leased_until > now() and name = 'send-welcome'`
    return held.length > 0
  })
  await untilOrder(asha, await buyFor(deliveryShop, 'good'), 'completed')
  assert.match((await askForOwnPhone(shop, asha)).code, /^\d{4}$/)
  assert.equal((await shop.sql`select from job where last_error is not null`).length, 0)
})

test('a silent webhook endpoint delays no other job', async (t) => {
  const shop = await openShop(t, { env: { WORKER_CONCURRENCY: '1' } })
  const ravi = await makeReseller(shop, await signUpAdmin(shop), {})
  const receiver = await openReceiver(t, () => null)
  holdTimeouts(t) // so that the call is not given up
  await listen(ravi, receiver)
  await happen(shop, ravi)
  await until('the endpoint has been called', () => receiver.received.length > 0)
  const isWaiting = async (name: JobName) =>
    (await shop.sql`select from job where name = ${name}`).length > 0
  await shop.sql.begin((tx) => enqueue(tx, 'expire-order', { orderId: randomUUID() }))
  await until('another job has run', async () => !(await isWaiting('expire-order')))
  const sending = await shop.sql`
    select from job where name = 'send-webhooks' and leased_until > now() and attempts = 1`
  await receiver.stop() // otherwise the shop would wait for the attempt when it stops
  assert.equal(sending.length, 1, 'the endpoint has not answered yet')
})
