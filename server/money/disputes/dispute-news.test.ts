import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { endDispute, refreshDispute } from '#contract/money/disputes.ts'
import type { GatewayDispute } from '#connectors/gateways/gateway.ts'
import { recordDispute } from './record-dispute.ts'
import { verifyDisputes } from './verify-disputes.ts'
import {
  findDisputeOf,
  sumsOfDisputes,
  untilDispute,
  untilNothingIsAsked,
} from '#tests/support/money/disputes.ts'
import { QUIET } from '#tests/support/money/ledger.ts'
import { beginTopUp, hurryJobs, payAt, untilCaptured } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'
import { openDisputeShop } from '#tests/support/money/dispute-shop.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

test('news told twice, late, out of order or only by polling moves the money once', async (t) => {
  const { shop, has, add, tell, poll } = await openDisputeShop(t)
  const [twice, polled] = [await add(100), await add(200)]
  const first = await tell(twice, 'open', { webhook: 'twice' })
  await untilDispute(shop, first, 'needs response')
  await tell(twice, 'lost', { webhook: 'never' })
  // An event about an earlier state makes the shop ask, and it finds the present state.
  await tell(twice, 'lost', { webhook: 'twice' })
  await untilDispute(shop, first, 'lost')
  for (let round = 0; round < 4; round++) await hurryJobs(shop)

  const second = await tell(polled, 'open', { webhook: 'never' })
  await poll()
  assert.equal((await findDisputeOf(shop, second))!.state, 'needs response')
  await tell(polled, 'lost', { webhook: 'never' })
  await Promise.all([poll(), poll()])
  await poll()
  const found = (await findDisputeOf(shop, second))!
  assert.deepEqual([found.state, found.fromWallet, found.movements], ['lost', 200_00, 2])
  assert.equal((await findDisputeOf(shop, first))!.movements, 2)
  assert.equal(await has(), 0)
  assert.deepEqual(await sumsOfDisputes(shop), {
    gateway: 300_00,
    disputes: 0,
    losses: 0,
    fees: 0,
  })
})

test('an inquiry and a withdrawn dispute move nothing, and an unknown payment raises an alert', async (t) => {
  const { shop, admin, has, add, tell, list } = await openDisputeShop(t)
  const reference = await add(300)
  const id = await tell(reference, 'closed')
  const closed = await untilDispute(shop, id, 'closed')
  assert.deepEqual([closed.held, closed.taken, closed.movements], [0, 0, 0])
  assert.equal(await has(), 300_00)

  const response = await fetch(`${shop.sandboxUrl}/books/capture`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ gateway: 'razorpay', amount: 70 }),
  })
  const byHand = (await response.json()) as { reference: string }
  const strange = await tell(byHand.reference, 'lost')
  const unknown = await untilDispute(shop, strange, 'lost')
  assert.deepEqual([unknown.taken, unknown.movements], [0, 0], 'not in the shop’s books')
  const [newest] = await list()
  assert.equal(newest!.payment, null)
  const { data: refreshed } = await admin.call(refreshDispute, { id: newest!._id })
  assert.equal(refreshed.state, 'lost')
  const refused = await admin.call(endDispute, {
    id: newest!._id,
    state: 'won',
    taken: 0,
    note: 'Mail',
  })
  assert.deepEqual([refused.status, refused.code], [409, 'DISPUTE_NOT_BY_HAND'])
})

test('administrators are warned 48 and 24 hours before the deadline, and no more once it is answered', async (t) => {
  const { shop, admin, add, tell } = await openDisputeShop(t)
  const reference = await add(100)
  const id = await tell(reference, 'open', { hours: 60 })
  await untilDispute(shop, id, 'needs response')
  await untilNothingIsAsked(shop) // an answer would bring back the deadline that this test changes
  const words = async () => (await admin.call(listAlerts, {})).data.map((alert) => alert.words)
  assert.equal((await words()).length, 1)
  assert.match((await words())[0]!, /^A payment of ₹100.00 is disputed at Razorpay, answer by /)
  const warn = async (count: number) => {
    await shop.sql`
      insert into job (id, name, payload, run_at, attempts, attempts_max)
      values (gen_random_uuid(), 'warn-disputes', '{}', now(), 0, 1)`
    await until(`${count} warnings`, async () => {
      const jobs = await shop.sql`select from job where name = 'warn-disputes'`
      return jobs.length === 0
    })
    assert.equal((await findDisputeOf(shop, id))!.warnings, count)
  }
  await warn(0)
  await shop.sql`update dispute set respond_by = now() + interval '47 hours'`
  await warn(1)
  await warn(1)
  await shop.sql`update dispute set respond_by = now() + interval '23 hours'`
  await warn(2)
  await warn(2)
  const mails = await shop.sql<{ words: string }[]>`
    select words from alert where key like 'dispute % due' order by since`
  assert.deepEqual(
    mails.map((mail) => /\d\d hours are left$/.exec(mail.words)?.[0]),
    ['48 hours are left', '24 hours are left'],
  )
  await tell(reference, 'review')
  await untilDispute(shop, id, 'under review')
  assert.deepEqual(await words(), [])
})

test('answers that arrive in any order leave the newest state, and its money once', async (t) => {
  const { shop, has, add, tell } = await openDisputeShop(t)
  const reference = await add(100)
  const id = await tell(reference, 'closed')
  const { id: disputeId } = await untilDispute(shop, id, 'closed')
  const [row] = await shop.sql<{ captureId: string }[]>`
    select gateway_payment_id as capture_id from capture`
  const states = ['needs response', 'under review', 'won', 'lost'] as const
  const first = Date.now() + 60_000
  const answers = Array.from({ length: 40 }, (_, index) => ({
    readAt: new Date(first + index),
    state: states[index % 4]!,
    taken: index % 4 === 2 ? 0 : 1_00 + index,
  }))
  const ctx = { now: () => new Date(), ...QUIET, ...CONNECTED }
  const record = ({ readAt, state, taken }: (typeof answers)[number]) =>
    shop.sql.begin((tx) =>
      recordDispute(ctx, tx, {
        gateway: 'razorpay',
        heardFrom: 'webhook',
        readAt,
        told: {
          id,
          captureId: row!.captureId,
          reference: null,
          state,
          stage: 'chargeback',
          amount: 100_00,
          currency: 'INR',
          reason: '',
          respondBy: null,
          openedAt: null,
          taken,
          fees: 0,
        },
      }),
    )
  const shuffled = answers.toSorted(() => Math.random() - 0.5)
  await Promise.all([...shuffled, ...shuffled.toReversed()].map(record))
  const found = (await findDisputeOf(shop, id))!
  assert.deepEqual([found.state, found.taken, found.fromWallet], ['lost', 1_39, 1_39])
  assert.equal(await has(), 100_00 - 1_39)
  assert.equal((await sumsOfDisputes(shop)).disputes, 0)
  assert.deepEqual(await verifyDisputes(shop.sql), { count: 1, fault: null })

  await shop.sql`update dispute set taken = taken + 1, from_wallet = from_wallet + 1`
  assert.equal((await verifyDisputes(shop.sql)).fault, `Dispute ${disputeId} has moved other money`)
  await shop.sql`delete from dispute_step`
  await shop.sql`delete from dispute`
  assert.match(
    (await verifyDisputes(shop.sql)).fault!,
    /^Money moved for the dispute .* not there$/,
  )
})

test('a dispute of the second payment of two is about that one', async (t) => {
  const { shop, asha } = await openDisputeShop(t)
  const url = await beginTopUp(asha, 100)
  const { reference } = await payAt(shop, url)
  const second = await payAt(shop, url, { again: true })
  await untilCaptured(shop, 2)
  await shop.sql`
    update capture set captured_at = captured_at + interval '1 minute'
    where gateway_payment_id = ${second.gatewayPaymentId}`
  const told = {
    id: 'disp_1',
    captureId: second.gatewayPaymentId,
    reference,
    state: 'needs response',
    stage: 'chargeback',
    amount: 100_00,
    currency: 'INR',
    reason: '',
    respondBy: null,
    openedAt: null,
    taken: 0,
    fees: 0,
  } as const
  const ctx = { now: () => new Date(), ...QUIET, ...CONNECTED }
  const heard = { gateway: 'razorpay', heardFrom: 'poll', readAt: new Date(), told } as const
  await shop.sql.begin((tx) => recordDispute(ctx, tx, heard))
  const [row] = await shop.sql<{ gatewayPaymentId: string }[]>`
    select gateway_payment_id from dispute join capture on capture.id = capture_id`
  assert.equal(row!.gatewayPaymentId, second.gatewayPaymentId)
})

test('another notice of a gateway that tells no outcome reopens nothing that a person has ended', async (t) => {
  const { shop, has, add } = await openDisputeShop(t)
  const reference = await add(100)
  const notice = {
    id: 'DSP1',
    captureId: null,
    reference,
    state: 'needs response',
    stage: 'chargeback',
    amount: 100_00,
    currency: 'INR',
    reason: '',
    respondBy: null,
    openedAt: null,
    taken: 0,
    fees: 0,
  } as const
  const ctx = { now: () => new Date(), ...QUIET, ...CONNECTED }
  const tell = (told: GatewayDispute, isNotice: boolean) =>
    shop.sql.begin((tx) =>
      recordDispute(ctx, tx, {
        gateway: 'razorpay',
        heardFrom: isNotice ? 'webhook' : 'back office',
        readAt: new Date(),
        told,
        ...(isNotice && { isNotice }),
      }),
    )
  await tell(notice, true)
  await tell({ ...notice, state: 'lost', taken: 100_00 }, false)
  await tell({ ...notice, reason: 'A reminder' }, true)
  const found = (await findDisputeOf(shop, 'DSP1'))!
  assert.deepEqual([found.state, found.fromWallet, found.held], ['lost', 100_00, 0])
  assert.equal(await has(), 0)
})
