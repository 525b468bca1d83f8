import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { openPayShop } from '#tests/support/money/payments.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { until } from '#tests/support/shop/wait.ts'

const dispute = (id: string, status: string) => ({
  id,
  payment_id: 'pay_unknown',
  amount: 500,
  currency: 'INR',
  amount_deducted: 0,
  reason_code: 'fraud',
  respond_by: null,
  status,
  phase: 'chargeback',
  created_at: Math.floor(Date.now() / 1000),
})

test('a dispute in an unknown state hides no other, and an alert tells of it until it can be read', async (t) => {
  const told = [dispute('disp_new', 'escalated'), dispute('disp_known', 'open')]
  const { url } = await openCompany(t, ({ path }) =>
    path.startsWith('/v1/disputes?')
      ? { body: { entity: 'collection', count: told.length, items: told } }
      : { status: 400, body: { error: { description: 'The id provided does not exist' } } },
  )
  const { shop, admin } = await openPayShop(t, { env: { RAZORPAY_URL: url } })
  const listAgain = () => addJob(shop, 'list-disputes', { gateway: 'razorpay', isHint: false })
  const words = async () => (await admin.call(listAlerts, {})).data.map((alert) => alert.words)
  const isTold = async () => (await words()).some((one) => one.includes('that we can’t read'))

  await listAgain()
  await until('administrators are told', isTold)
  const rows = await shop.sql<{ id: string }[]>`select gateway_dispute_id as id from dispute`
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['disp_known'],
  )

  told[0]!.status = 'under_review'
  await listAgain()
  await until('the alert has ended', async () => !(await isTold()))
  const [{ count }] = await shop.sql<[{ count: number }]>`select count(*) from dispute`
  assert.equal(count, 2)
})
