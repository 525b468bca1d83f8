import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { askForOwnPhone } from '#tests/support/accounts/codes.ts'
import { signUpByCall } from '#tests/support/accounts/people.ts'
import { buyFor, openDeliveryShop } from '#tests/support/orders/deliveries.ts'
import { untilOrder } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

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
