import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { listDifferences } from '#contract/money/payments.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { endow, spend } from '#tests/support/money/ledger.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { openPayShop, type PayShop } from '#tests/support/money/payments.ts'
import { createPerson, signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import * as refunds from '#tests/support/money/refunds.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const { refund, topUp } = refunds

const balanceOf = async ({ customer }: PayShop) => (await customer.call(getUser, {})).data.balance

/** The same people, at a node that is still running. */
const atNode = (setup: PayShop, { url }: Pick<TestShop, 'url'>): PayShop => {
  const { tokens } = setup.customer
  return { ...setup, customer: { ...setup.customer, ...createPerson(url, tokens), tokens } }
}

/** Asserts that all money that came is accounted for, and none is on its way. */
async function assertBooks(
  setup: PayShop,
  { gateway, wallet }: { gateway: number; wallet: number },
) {
  const house = await refunds.readHouse(setup.shop)
  assert.deepEqual(house, { payouts: 0, unclaimed: 0, gateway })
  assert.equal(await balanceOf(setup), wallet)
  assert.equal((await verifyLedger(setup.shop.sql)).fault, null)
}

test('a payout leaves the wallet at once, is sent back once, and is reported by mail', async (t) => {
  const setup = await openPayShop(t)
  const { shop, admin, customer } = setup
  const { reference, id } = await topUp(setup)
  await refunds.decideRefunds(shop, 'pending')
  const { status, data, message } = await refund(admin, id, 200, 'Asked by mail')
  assert.deepEqual([status, data.state, message], [200, 'asked', 'The refund is on its way'])
  assert.match(data.reference, /^R[A-Z0-9]{21}$/)
  assert.equal(await balanceOf(setup), 300_00)
  assert.equal((await refunds.readHouse(shop)).payouts, 200_00)
  const asked = await refunds.findOnlyCapture(admin, reference)
  assert.deepEqual([asked.refunds[0]!.state, asked.refundable], ['asked', 300_00])

  await refunds.decideRefunds(shop, 'done')
  await refunds.untilRefund(shop, data.reference, 'done')
  await assertBooks(setup, { gateway: -300_00, wallet: 300_00 })
  assert.deepEqual(await refunds.listSentBack(shop), [200])
  const done = await refunds.findOnlyCapture(admin, reference)
  const { UTR, note, reason, state } = done.refunds[0]!
  assert.deepEqual([state, note, reason, done.refundable], ['done', 'Asked by mail', '', 300_00])
  assert.match(UTR!, /^\d{12}$/)

  const mail = await shop.inbox.find(customer.email, '₹200.00 is on its way back to you')
  for (const words of [data.reference, UTR!, reference, 'Razorpay'])
    assert.ok(mail.text.includes(words), mail.text)
  assert.ok(!mail.text.includes('Asked by mail'))
  assert.deepEqual(
    (await listActions(shop)).filter(({ action }) => action === 'refund payment'),
    [
      {
        action: 'refund payment',
        subject: `capture ${id}`,
        userId: admin.id,
        before: { sentBack: 0, held: 500_00 },
        after: {
          sentBack: 200_00,
          held: 300_00,
          amount: 200_00,
          note: 'Asked by mail',
          reference: data.reference,
        },
      },
    ],
  )
})

test('a payout of more than was paid or is left is refused with the possible amount', async (t) => {
  const setup = await openPayShop(t)
  const { shop, admin, customer } = setup
  const { id } = await topUp(setup)
  const refused = async (rupees: number, words: string) => {
    const { status, code, message } = await refund(admin, id, rupees)
    assert.deepEqual([status, code, message], [409, 'REFUND_TOO_LARGE', words])
  }
  await endow(shop.sql, customer.id, 100_00)
  await refused(500.01, 'Only ₹500.00 can be sent back: no more was received')
  assert.equal((await refund(admin, id, 150)).status, 200)
  await refused(350.01, 'Only ₹350.00 can be sent back: ₹150.00 of ₹500.00 was already sent back')
  await spend(shop.sql, customer.id, 425_50)
  await refused(25, 'Only ₹24.50 can be sent back: the customer’s wallet holds ₹24.50')
  await spend(shop.sql, customer.id, 24_50)
  await refused(1, 'Nothing can be sent back: the customer’s wallet holds ₹0.00')
  assert.equal((await refund(admin, randomUUID(), 1)).code, 'NO_SUCH_PAYMENT')
  for (const [body, message] of [
    [{ amount: 0 }, 'Please enter amount'],
    [{ amount: -1 }, 'An amount can’t be negative'],
    [{ amount: 1.005 }, 'An amount can have at most two decimals'],
    [{ amount: '1' }, 'Please enter amount'],
    [{ amount: 1, reference: 'R' }, 'Unknown field: reference'],
    [{ amount: 1, note: 'x'.repeat(201) }, 'Enter at most 200 characters'],
  ] as const) {
    const answer = await admin.send('POST', `/api/v1/payment/${id}/refund`, body)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  await until('the one is done', async () => (await refunds.listSentBack(shop)).length === 1)
})

test('simultaneous requests by key, node or administrator make one payout', async (t) => {
  const setup = await openPayShop(t)
  const { shop, admin } = setup
  const node = await shop.openNode()
  const { id } = await topUp(setup)
  admin.headers['idempotency-key'] = randomUUID()
  const there = Object.assign(createPerson(node.url, admin.tokens), { headers: admin.headers })
  const same = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? there : admin).send('POST', `/api/v1/payment/${id}/refund`, { amount: 100 }),
    ),
  )
  assert.deepEqual(tally(same), { 200: 20 })
  assert.equal(new Set(same.map(({ data }) => JSON.stringify(data))).size, 1)
  assert.equal(await balanceOf(setup), 400_00)

  const second = await signUpAdmin(shop, 'Ravi Admin')
  const rivals = await Promise.all(
    [admin, second, admin, second].map((person) => {
      const own = Object.assign(createPerson(node.url, person.tokens), { headers: {} })
      return own.send('POST', `/api/v1/payment/${id}/refund`, { amount: 400 })
    }),
  )
  assert.deepEqual(tally(rivals), { 200: 1, 409: 3 })
  await until('both are done', async () => (await refunds.listSentBack(shop)).length === 2)
  assert.deepEqual(new Set(await refunds.listSentBack(shop)), new Set([100, 400]))
  await until('and in the books', async () => (await refunds.readHouse(shop)).payouts === 0)
  await assertBooks(setup, { gateway: 0, wallet: 0 })
})

test('a refused payout returns to the wallet once, and can be sent again', async (t) => {
  const setup = await openPayShop(t)
  const { shop, admin, customer } = setup
  const { reference, id } = await topUp(setup)
  await refunds.decideRefunds(shop, 'failed')
  const { data } = await refund(admin, id, 500)
  await refunds.untilRefund(shop, data.reference, 'failed')
  await assertBooks(setup, { gateway: -500_00, wallet: 500_00 })
  const capture = await refunds.findOnlyCapture(admin, reference)
  assert.equal(capture.refundable, 500_00)
  assert.notEqual(capture.refunds[0]!.reason, '')
  await shop.inbox.find(customer.email, '₹500.00 is back in your wallet')
  // Once the refund has ended, repeated jobs and late answers change nothing.
  await shop.sql`insert into job (id, name, payload, run_at, attempts_max)
    select gen_random_uuid(), name, jsonb_build_object('payoutId', payout.id), now(), 12
    from payout, unnest(array['send-payout', 'ask-payout', 'ask-payout']) as name`
  await refunds.decideRefunds(shop, 'done')
  const again = await refund(admin, id, 500)
  await refunds.untilRefund(shop, again.data.reference, 'done')
  await assertBooks(setup, { gateway: 0, wallet: 0 })
  assert.deepEqual(await refunds.listSentBack(shop), [500])
})

for (const [kind, what] of [
  ['drop-reply', 'was stored without an answer'],
  ['error', 'never arrived'],
] as const)
  test(`a payout that ${what} is looked up before it is sent again, and is sent once`, async (t) => {
    const setup = await openPayShop(t)
    const { shop, admin } = setup
    const { id } = await topUp(setup)
    await breakOutside(shop, { target: 'razorpay', kind })
    const { data } = await refund(admin, id, 120)
    const isSent = async () =>
      (await shop.sql`select from payout where sent_at is not null and asks = 1`).length === 1
    await until('it was sent', isSent)
    await until('without an answer', () =>
      shop.log.some((line) => line.includes('gateway did not answer')),
    )
    const node = await shop.openNode()
    await shop.stop() // stopped while sending; another node goes on
    await mendOutside(shop)
    node.wait(31_000)
    await until('it was sent', async () => (await refunds.listSentBack(shop)).length === 1)
    node.wait(31_000) // its event went to the node that is gone
    await refunds.untilRefund(shop, data.reference, 'done')
    assert.deepEqual(await refunds.listSentBack(shop), [120])
    await assertBooks(atNode(setup, node), { gateway: -380_00, wallet: 380_00 })
  })

test('a failed payout of a deleted customer is kept as unclaimed, and can be sent again', async (t) => {
  const setup = await openPayShop(t)
  const { shop, admin, customer } = setup
  const { reference, id } = await topUp(setup)
  await refunds.decideRefunds(shop, 'pending')
  const first = await refund(admin, id, 500)
  await until(
    'it was sent',
    async () => (await shop.sql`select from payout where gateway_id is not null`).length === 1,
  )
  assert.equal((await customer.call(deleteUser, {})).status, 200)
  await refunds.decideRefunds(shop, 'failed')
  await refunds.untilRefund(shop, first.data.reference, 'failed')
  const kept = await refunds.readHouse(shop)
  assert.deepEqual(kept, { payouts: 0, unclaimed: 500_00, gateway: -500_00 })
  const { data } = await admin.call(listDifferences, { page: 1, limit: 10 })
  assert.partialDeepStrictEqual(data.differences, [
    { reference, kind: 'unclaimed', theirs: 500_00 },
  ])
  assert.equal((await refunds.findOnlyCapture(admin, reference)).refundable, 500_00)

  await refunds.decideRefunds(shop, 'done')
  const half = await refund(admin, id, 300)
  assert.equal((await refund(admin, id, 201)).code, 'REFUND_TOO_LARGE')
  await refunds.untilRefund(shop, half.data.reference, 'done')
  assert.deepEqual(await refunds.readHouse(shop), {
    payouts: 0,
    unclaimed: 200_00,
    gateway: -200_00,
  })
})
