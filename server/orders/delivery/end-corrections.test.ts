import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import {
  addJob,
  buyFor,
  openDeliveryShop,
  waitForOrder,
  type DeliveryShop,
} from '#tests/support/orders/deliveries.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY_MS = 24 * 60 * 60_000

/** Runs the job three times at once, as if each of three nodes thought it had to. */
async function runJob({ shop }: DeliveryShop): Promise<void> {
  await Promise.all([1, 2, 3].map(() => addJob(shop, 'end-corrections', {})))
  await until('somebody has looked', async () => {
    const jobs = await shop.sql`select from job where name = 'end-corrections' and key is null`
    return jobs.length === 0
  })
}

async function stateOf({ shop, asha }: DeliveryShop, id: string): Promise<[string, number]> {
  const [row] = await shop.sql<[{ status: string; balance: number }]>`
    select status, balance_of(${asha.id}, 'INR') as balance from orders where id = ${id}`
  return [row.status, row.balance]
}

test('an order whose player is not corrected within a day is refunded once, and its customer told', async (t) => {
  const deliveryShop = await openDeliveryShop(t, { provider: 'unipin' })
  const { shop, asha } = deliveryShop
  const nodes = [shop, await shop.openNode()]
  const pass = (milliseconds: number) => nodes.forEach((node) => node.wait(milliseconds))
  const findMail = async (subject: string) =>
    (await shop.inbox.read(asha.email)).filter((one) => one.subject.startsWith(subject))
  const id = await buyFor(deliveryShop, 'unknown')
  await waitForOrder(deliveryShop, id, ({ heldFor }) => heldFor === 'player')
  await until('they are asked', async () => (await findMail('Please check')).length === 1)
  const [held] = await findMail('Please check')
  assert.match(held!.text, /within a day, we’ll refund you automatically/)

  pass(DAY_MS - 60_000)
  await runJob(deliveryShop)
  assert.deepEqual(await stateOf(deliveryShop, id), ['processing', 900_00])
  pass(60_000)
  await runJob(deliveryShop)
  assert.deepEqual(await stateOf(deliveryShop, id), ['refunded', 1_000_00])
  const [last] = await shop.sql<[{ message: string }]>`
    select message from order_event where order_id = ${id} order by number desc`
  assert.equal(last.message, 'The player wasn’t corrected in time. ₹100.00 is back in your wallet')
  await until('they are told', async () => (await findMail('Refunded: ')).length === 1)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
