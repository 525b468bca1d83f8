import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endAlert, listAlerts } from '#contract/backoffice/alerts.ts'
import { settleDelivery } from '#contract/orders/deliveries.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { addJob, buyFor, openDeliveryShop, waitForOrder } from '#tests/support/orders/deliveries.ts'
import { openPackShop, order, type PackShop } from '#tests/support/orders/orders.ts'
import { holdAnswers } from '#tests/support/network/hold-answers.ts'
import { logIn } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE_MS = 60_000

/** Signs in again, because the clock moves further than a token lasts. */
async function alertsOf({ admin }: Pick<PackShop, 'admin'>): Promise<string[]> {
  const { data } = await (await logIn(admin)).call(listAlerts, {})
  return data.map(({ words, path }) => `${words}: ${path}`)
}

async function end({ admin }: PackShop, id: string): Promise<void> {
  const input = { id, outcome: 'delivered', note: 'In the game' } as const
  assert.equal((await (await logIn(admin)).call(settleDelivery, input)).status, 200)
}

/** Runs the job that otherwise runs every minute. */
async function look({ shop }: PackShop): Promise<void> {
  await addJob(shop, 'look-at-waiting', {})
  const find = () => shop.sql`select from job where name = 'look-at-waiting' and key is null`
  await until('somebody has looked', async () => (await find()).length === 0)
}

test('orders that wait for staff too long raise one alert, until none does', async (t) => {
  const packShop = await openPackShop(t, { env: { WAITING_ALERT_MINUTES: '20' } })
  const { shop, admin, asha, item } = packShop
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    ids.push((await order(asha, { item })).data._id)
    if (count === 0) shop.wait(10 * MINUTE_MS)
  }
  await look(packShop)
  assert.deepEqual(await alertsOf(packShop), [])
  shop.wait(10 * MINUTE_MS)
  await look(packShop)
  assert.deepEqual(await alertsOf(packShop), [
    '3 orders are waiting for a person, the oldest for 20 minutes: /admin/waiting',
  ])
  const again = await logIn(admin)
  const [alert] = (await again.call(listAlerts, {})).data
  assert.equal((await again.call(endAlert, { id: alert!._id })).code, 'ALERT_STAYS')
  await end(packShop, ids[1]!)
  await end(packShop, ids[2]!)
  shop.wait(3 * 60 * MINUTE_MS)
  await look(packShop)
  assert.deepEqual(await alertsOf(packShop), [
    '1 order has been waiting for a person for 3 hours: /admin/waiting',
  ])
  await end(packShop, ids[0]!)
  await look(packShop)
  assert.deepEqual(await alertsOf(packShop), [])
  await shop.inbox.find(admin.email, /wait/)
  const mails = await shop.inbox.read(admin.email)
  assert.equal(mails.filter(({ subject }) => /wait/.test(subject)).length, 1)
})

test('a supplier that contradicts a decision of staff raises an alert, until somebody closes it', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'g2bulk' })
  const { shop, admin, asha } = deliveryShop
  const answers = holdAnswers(t, /g2bulk.*\/order$/)
  const id = await buyFor(deliveryShop, 'good')
  await until('the supplier has the order', () => answers.count() > 0)
  const input = { id, outcome: 'refused', note: 'They never answer' } as const
  assert.equal((await admin.call(settleDelivery, input)).status, 200)
  const { invoiceId } = await waitForOrder(deliveryShop, id, ({ status }) => status === 'failed')
  answers.release()
  await until('it is told', async () => (await alertsOf(deliveryShop)).length > 0)
  assert.deepEqual(await alertsOf(deliveryShop), [
    `G2Bulk says it has delivered order ${invoiceId}, but in the shop it’s failed: /admin/waiting`,
  ])
  const [alert] = (await admin.call(listAlerts, {})).data
  const seen = { id: alert!._id }
  assert.equal((await asha.call(endAlert, seen)).status, 403)
  assert.equal((await admin.call(endAlert, seen)).status, 200)
  assert.equal((await admin.call(endAlert, seen)).code, 'NO_SUCH_ALERT')
  assert.deepEqual(await alertsOf(deliveryShop), [])
  assert.match(JSON.stringify(await listActions(shop)), /end alert.*G2Bulk says/)
})
