import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverReviewed, listRiskReviews, refuseReviewed } from '#contract/orders/risk.ts'
import { listWaiting } from '#contract/orders/deliveries.ts'
import { claimOrder } from '#contract/orders/deliveries.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { makeStaff } from '#tests/support/accounts/staff.ts'
import { pino } from 'pino'
import { holdRestored } from '#server/orders/waiting/hold-restored.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'
import { until } from '#tests/support/shop/wait.ts'
import { tally } from '#tests/support/accounts/people.ts'
import { order, readOrder, untilOrder } from '#tests/support/orders/orders.ts'
import {
  balanceIn,
  goLive,
  newBuyer,
  openRiskShop,
  reviewsOf,
  untilHeld,
} from '#tests/support/orders/risk-shop.ts'

const DAY_MS = 24 * 60 * 60_000

test('an order that a rule holds is paid and not sent, until staff deliver or refund it', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item } = shop
  await goLive(shop, 'hold', [{ is: 'first purchase' }, { is: 'amount', rupees: 100 }])
  const first = (await order(asha, { item })).data._id
  await untilHeld(asha, first)
  const held = await readOrder(asha, first)
  assert.match(held.timeline.at(-1)!.message, /^Our team is checking this order/)
  assert.ok(!JSON.stringify(held).includes('A rule'))
  const [review] = await reviewsOf(shop)
  assert.deepEqual(review!.reasons, [
    {
      name: 'A rule to hold',
      words:
        'Hold the order for review when it is the customer’s first purchase and the order costs ₹100 or more.',
    },
  ])
  assert.equal((await shop.shop.sql`select from dispatch`).length, 0)
  const { waiting } = (await admin.call(listWaiting, {})).data
  assert.deepEqual(
    waiting.map(({ why }) => why),
    ['review'],
  )
  assert.equal((await asha.call(deliverReviewed, { id: first })).status, 403)
  assert.equal((await admin.call(deliverReviewed, { id: first })).status, 200)
  await untilOrder(asha, first, 'completed')
  assert.equal((await admin.call(deliverReviewed, { id: first })).code, 'NOT_HELD')

  const ravi = await newBuyer(shop, 'Ravi Kumar', '300000001')
  const second = (await order(ravi, { item })).data._id
  await untilHeld(ravi, second)
  const decision = { id: second, note: 'He did not answer', bans: [] }
  assert.equal((await admin.call(refuseReviewed, decision)).status, 200)
  assert.equal((await readOrder(ravi, second)).status, 'failed')
  assert.equal(await balanceIn(ravi), 1_000_00)
  assert.deepEqual(await reviewsOf(shop), [])
  const next = (await order(ravi, { item })).data._id // a refunded order is no purchase
  await untilHeld(ravi, next)
  const actions = (await listActions(shop.shop)).filter(({ action }) => action === 'review order')
  assert.deepEqual(
    actions.map(({ after }) => after),
    [{ decision: 'deliver' }, { decision: 'refuse', note: 'He did not answer' }],
  )
  const third = (await order(asha, { item })).data._id
  await untilOrder(asha, third, 'completed') // no longer her first
  assert.equal((await verifyLedger(shop.shop.sql)).fault, null)
})

test('an order that nobody reviews or claims within a day is refunded once, and its customer told', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item } = shop
  const other = await shop.shop.openNode()
  const pass = (milliseconds: number) =>
    [shop.shop, other].forEach((node) => node.wait(milliseconds))
  const runJob = async () => {
    await Promise.all([1, 2, 3].map(() => addJob(shop.shop, 'end-reviews', {})))
    await until('it has run', async () => {
      const jobs = await shop.shop.sql`select from job where name = 'end-reviews' and key is null`
      return jobs.length === 0
    })
  }
  const statusOf = async (id: string) =>
    (await shop.shop.sql<[{ status: string }]>`select status from orders where id = ${id}`)[0]
      .status
  await goLive(shop, 'hold', [{ is: 'amount', rupees: 1 }])
  const people = [
    asha,
    await newBuyer(shop, 'Ravi Kumar', '300000001'),
    await newBuyer(shop, 'Mia Sen', '300000002'),
  ]
  const ids: string[] = []
  for (const person of people) {
    const id = (await order(person, { item })).data._id
    await untilHeld(person, id)
    ids.push(id)
  }
  const [late, claimed, restored] = ids as [string, string, string]
  assert.match(
    (await readOrder(asha, late)).timeline.at(-1)!.message,
    /If that takes more than 24 hours, you get your money back/,
  )
  assert.equal((await admin.call(claimOrder, { id: claimed, isClaimed: true })).status, 200)
  await shop.shop.sql`update orders set look_first = true where id = ${restored}`

  pass(DAY_MS - 60_000)
  await runJob()
  assert.equal(await statusOf(late), 'processing')
  pass(60_000)
  const { sql } = shop.shop
  const ended = await sql.begin(async (tx) => {
    await tx`select from orders where id = ${late} for update`
    const running = runJob()
    await untilWaitedFor(tx)
    await tx`update orders set claimed_by = ${admin.id}, claimed_at = now() where id = ${late}`
    return { running }
  })
  await ended.running
  assert.equal(await statusOf(late), 'processing', 'claimed at the last moment')
  await sql`update orders set claimed_by = null, claimed_at = null where id = ${late}`
  await runJob()
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['failed', 'processing', 'processing'])
  const [row] = await shop.shop.sql<[{ balance: number }]>`
    select balance_of(${asha.id}, 'INR') as balance`
  assert.equal(row.balance, 1_000_00)
  await until('she is told', async () => {
    const mails = await shop.shop.inbox.read(asha.email)
    return mails.some(({ subject }) => subject.startsWith('Not delivered: '))
  })
  assert.equal((await verifyLedger(shop.shop.sql)).fault, null)
})

test('two people who decide at once decide once, and the money moves once', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item } = shop
  await goLive(shop, 'hold', [{ is: 'amount', rupees: 1 }])
  const { _id: id } = (await order(asha, { item })).data
  await untilHeld(asha, id)
  const answers = await Promise.all([
    admin.call(refuseReviewed, { id, note: 'No', bans: [] }),
    admin.call(deliverReviewed, { id }),
    admin.call(refuseReviewed, { id, note: 'No', bans: [] }),
    admin.call(deliverReviewed, { id }),
  ])
  assert.deepEqual(tally(answers), { 200: 1, 409: 3 })
  const isDelivered = answers[1]!.status === 200 || answers[3]!.status === 200
  await untilOrder(asha, id, isDelivered ? 'completed' : 'failed')
  assert.equal(await balanceIn(asha), isDelivered ? 900_00 : 1_000_00)
})

test('a delivered order that needs a person later is not in review again', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item, shop: node } = shop
  await goLive(shop, 'hold', [{ is: 'amount', rupees: 1 }])
  const { _id: id } = (await order(asha, { item })).data
  await untilHeld(asha, id)
  await admin.call(claimOrder, { id, isClaimed: true })
  await node.sql.begin(async (tx) => {
    await tx`select from job where name = 'deliver-order' for update`
    assert.equal((await admin.call(deliverReviewed, { id })).status, 200)
    const [row] =
      await tx`select held_for, held_at, claimed_by, claimed_at from orders where id = ${id}`
    assert.deepEqual({ ...row }, { heldFor: null, heldAt: null, claimedBy: null, claimedAt: null })
  })
  await untilOrder(asha, id, 'completed')
  await node.sql`update orders set status = 'processing', ended_at = null, held_for = 'person', held_at = now() where id = ${id}`
  for (const answer of [
    await admin.call(deliverReviewed, { id }),
    await admin.call(refuseReviewed, { id, note: 'No', bans: [] }),
  ])
    assert.equal(answer.code, 'NOT_HELD')
})

test('an order held in a restored backup is not sent by a decision, because it may be delivered already', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item, shop: node } = shop
  await goLive(shop, 'hold', [{ is: 'amount', rupees: 1 }])
  const { _id: id } = (await order(asha, { item })).data
  await untilHeld(asha, id)
  const log = pino({ level: 'silent' })
  await node.sql.begin((tx) => holdRestored({ now: () => new Date(), log }, tx))
  assert.equal((await admin.call(deliverReviewed, { id })).status, 200)
  await untilHeld(asha, id)
  assert.deepEqual(await reviewsOf(shop), [])
  assert.equal((await node.sql`select from dispatch`).length, 0)
})

test('an order that ends on its own page leaves the review', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item, shop: node } = shop
  await goLive(shop, 'hold', [{ is: 'amount', rupees: 1 }])
  node.wait(11 * 60_000) // a hold asks for no password
  const { _id: id } = (await order(asha, { item })).data
  await untilHeld(asha, id)
  await admin.call(editOrder, { id, status: 'refunded', note: '', reference: '' })
  assert.deepEqual(await reviewsOf(shop), [])
  const [row] = await node.sql`select decision, decided_by from risk_review where order_id = ${id}`
  assert.deepEqual({ ...row }, { decision: 'ended', decidedBy: null })
})

test('staff decide about orders, and only administrators ban', async (t) => {
  const shop = await openRiskShop(t)
  const { admin, asha, item, shop: node } = shop
  await goLive(shop, 'hold', [{ is: 'amount', rupees: 1 }])
  const { _id: id } = (await order(asha, { item })).data
  await untilHeld(asha, id)
  const ravi = await makeStaff(node, admin, { name: 'Ravi Kumar', rights: ['orders'] })
  const [review] = (await ravi.call(listRiskReviews, {})).data.reviews
  assert.deepEqual(review!.bannable, [])
  const banning = await ravi.call(refuseReviewed, { id, note: 'No', bans: ['email'] })
  assert.equal(banning.code, 'ACCESS_DENIED')
  assert.equal((await ravi.call(refuseReviewed, { id, note: 'No', bans: [] })).status, 200)
  assert.equal((await readOrder(asha, id)).status, 'failed')
  const { _id: again } = (await order(asha, { item })).data
  await untilHeld(asha, again)
  await admin.call(refuseReviewed, { id: again, note: 'No', bans: ['email'] })
  assert.equal((await order(asha, { item })).code, 'ORDER_NOT_TAKEN')
})
