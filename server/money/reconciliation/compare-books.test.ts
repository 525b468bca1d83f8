import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { settleDifference } from '#contract/money/payments.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { breakOutside } from '#tests/support/shop/outside.ts'
import {
  beginTopUp,
  openPayShop,
  payAt,
  untilCaptured,
  type PayShop,
} from '#tests/support/money/payments.ts'
import { compare, facts, readDifferences, wait } from '#tests/support/money/compare.ts'
import * as refunds from '#tests/support/money/refunds.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000
const { topUp, post } = refunds

/** Makes a payment that the shop learns of neither by polling nor by an event. */
async function payUnheard(world: PayShop): Promise<string> {
  const { shop, customer } = world
  const { reference } = await payAt(shop, await beginTopUp(customer, 70), { webhook: 'never' })
  await shop.sql`update payment set ask_at = null where reference = ${reference}`
  return reference
}

test('equal books raise nothing, and each difference is reported until it is gone', async (t) => {
  const world = await openPayShop(t)
  const { shop, admin, customer } = world
  const { sql, sandboxUrl } = shop
  assert.deepEqual(await readDifferences(world), {
    differences: [],
    totalDifferences: 0,
    comparedAt: null,
  })
  const [good, short, byHand, sent] = [
    await topUp(world, 500),
    await topUp(world, 600),
    await topUp(world, 100),
    await topUp(world, 90),
  ]
  for (const [id, rupees] of [
    [good.id, 120],
    [sent.id, 30],
  ] as const) {
    const { data } = await refunds.refund(admin, id, rupees)
    await refunds.untilRefund(shop, data.reference, 'done')
  }
  await payAt(shop, await beginTopUp(customer, 40), { outcome: 'failure' })
  await beginTopUp(customer, 41)
  await wait(world, 11 * MINUTE)
  assert.deepEqual(await compare(world), [])

  const unheard = await payUnheard(world)
  const stranger = (await post(`${sandboxUrl}/books/capture`, {
    gateway: 'razorpay',
    amount: 33,
  })) as {
    gatewayPaymentId: string
  }
  await post(`${sandboxUrl}/books/refund`, {
    gateway: 'razorpay',
    reference: byHand.reference,
    amount: 100,
  })
  await post(`${sandboxUrl}/books/refund`, {
    gateway: 'razorpay',
    reference: sent.reference,
    amount: 5,
  })
  await sql`update capture set amount = 599_99 where id = ${short.id}`
  const invented = { id: randomUUID(), captureId: short.id, reference: `R${'A'.repeat(21)}` }
  await sql`insert into payout ${sql.values({
    ...invented,
    userId: customer.id,
    amount: 50_00,
    state: 'done',
    note: '',
    sentAt: new Date(),
    createdAt: new Date(),
    endedAt: new Date(),
  })}`
  await wait(world, 11 * MINUTE)
  const found = await compare(world)
  assert.deepEqual(
    facts(found),
    [
      `${unheard}: missing here, null and 7000`,
      `${stranger.gatewayPaymentId}: missing here, null and 3300`,
      `${byHand.reference}: refund missing here, null and 10000`,
      `${sent.reference}: refund amount, 3000 and 3500`,
      `${short.reference}: amount, 59999 and 60000`,
      `${invented.reference}: refund missing there, 5000 and null`,
    ].toSorted(),
  )

  await t.test(
    'our missing records are completed at once, and their difference is settled',
    async () => {
      await untilCaptured(shop, 5)
      await wait(world, 2 * MINUTE)
      await until(
        'it has healed',
        async () => (await readDifferences(world, { isSettled: 'no' })).totalDifferences === 5,
      )
      const [healed] = (await readDifferences(world, { isSettled: 'yes', gateway: 'razorpay' }))
        .differences
      assert.deepEqual(
        [healed!.reference, healed!.note],
        [unheard, 'Resolved by itself: both books agree now'],
      )
      const { balance } = (await customer.call(getUser, {})).data
      assert.equal(balance, 500_00 + 600_00 + 100_00 + 90_00 - 150_00 + 70_00)
    },
  )

  await t.test(
    'settled differences stay settled, vanished ones settle themselves, the rest is reported once',
    async () => {
      const one = found.find(({ kind, theirs }) => kind === 'missing here' && theirs === 33_00)!
      const note = 'A test of the gateway’s own'
      const settled = await admin.call(settleDifference, { id: one._id, note })
      assert.deepEqual([settled.data.note, settled.data.settledAt !== null], [note, true])
      await sql`update capture set amount = 600_00 where id = ${short.id}`
      await sql`delete from payout where id = ${invented.id}`
      const left = await compare(world)
      assert.deepEqual(left.map(({ kind }) => kind).toSorted(), [
        'refund amount',
        'refund missing here',
        'refund missing there',
      ])
      assert.equal((await readDifferences(world)).totalDifferences, 6)
      const [action] = (await listActions(shop)).filter(
        (each) => each.action === 'settle difference',
      )
      assert.partialDeepStrictEqual(action, {
        subject: `difference razorpay ${stranger.gatewayPaymentId}`,
        userId: admin.id,
        before: { settledAt: null, note: '' },
        after: { note },
      })
      const none = await admin.call(settleDifference, { id: randomUUID(), note })
      assert.deepEqual([none.status, none.code], [404, 'NO_SUCH_DIFFERENCE'])
      const empty = await admin.send('PUT', `/api/v1/payment/difference/${one._id}`, { note: ' ' })
      assert.deepEqual([empty.status, empty.message], [400, 'Please say what caused it'])
    },
  )
})

test('a failing gateway stops neither other gateways nor payouts that wait for credentials', async (t) => {
  const world = await openPayShop(t, {
    env: { CASHFREE_CLIENT_ID: '', CASHFREE_CLIENT_SECRET: '' },
  })
  const { shop } = world
  const { sql } = shop
  const { id } = await topUp(world, 100)
  await breakOutside(shop, { target: 'stripe', kind: 'error' })
  await sql`update payment set gateway = 'cashfree'`
  await sql`update capture set gateway = 'cashfree'`
  const { data } = await refunds.refund(world.admin, id, 60)
  const unheard = await payUnheard(world)
  await sql`update schedule set next_at = 'infinity' where name = 'reconcile'` // the scheduled run would come first
  await wait(world, 25 * 60 * MINUTE)
  assert.deepEqual(
    facts(await compare(world)).filter((words) => !words.endsWith(' 10000')),
    [
      `${unheard}: missing here, null and 7000`,
      `${data.reference}: refund missing there, 6000 and null`,
    ].toSorted(),
  )
  assert.ok(shop.log.some((line) => line.includes('books of a gateway not compared')))
  assert.equal((await sql`select from payout where state = 'asked' and sent_at is null`).length, 1)
})
