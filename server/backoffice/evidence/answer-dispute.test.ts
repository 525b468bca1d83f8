import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerDispute, listDisputeAnswers } from '#contract/backoffice/evidence.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import { makeStaff } from '#tests/support/accounts/staff.ts'
import type { Member } from '#tests/support/accounts/people.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { tellBank, untilDispute, type BankInput } from '#tests/support/money/disputes.ts'
import { topUp } from '#tests/support/money/refunds.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { openUpiPackShop } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside, retryJobsNow } from '#tests/support/shop/outside.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

type Sent = { words: string; sha256: string; bytes: number }
type Disputed = { gateway: GatewayName; reference: string }

/** The answers that a gateway has received. */
async function readReceived({ sandboxUrl }: TestShop, disputed: Disputed): Promise<Sent[]> {
  const response = await fetch(`${sandboxUrl}/disputes?${new URLSearchParams(disputed)}`)
  const [dispute] = (await response.json()) as { answers: Sent[] }[]
  return dispute!.answers
}

async function open(t: Parameters<typeof openUpiPackShop>[0]) {
  const { shop, admin, asha } = await openUpiPackShop(t)

  /** Takes a payment and has it disputed. */
  async function dispute(gateway: GatewayName, more: Partial<BankInput> = {}) {
    await admin.call(choosePaymentGateway, { active: gateway })
    const { reference } = await topUp({ shop, admin, customer: asha }, 500)
    const told = { gateway, reference, state: 'open', ...more } as const
    const disputeId = await tellBank(shop, told)
    const state = told.state === 'inquiry' ? 'inquiry' : 'needs response'
    const { id } = await untilDispute(shop, disputeId, state)
    return { id, disputeId, disputed: { gateway, reference } }
  }

  const answer = (id: string, words = 'Delivered to the named player', by: Member = admin) =>
    by.call(answerDispute, { id, words })
  const list = async (id: string) => (await admin.call(listDisputeAnswers, { id })).data
  const untilEnded = (id: string) =>
    until('the answer is sent or refused', async () => {
      const { answers } = await list(id)
      return answers.every(({ sentAt, refused }) => sentAt ?? refused)
    })
  /** Until then another answer is refused as too early. */
  const untilAsked = (id: string) =>
    until('the gateway was asked about the dispute after the answer was sent', async () => {
      const asked = await shop.sql`
        select from dispute join dispute_answer on dispute_id = dispute.id
        where dispute.id = ${id} and read_at >= sent_at`
      return asked.length === 1
    })
  return { shop, admin, dispute, answer, list, untilEnded, untilAsked }
}

test('an answer with the evidence reaches each gateway that takes one, once, and the dispute is under review', async (t) => {
  const { shop, admin, dispute, answer, list, untilEnded, untilAsked } = await open(t)
  for (const gateway of ['razorpay', 'stripe', 'cashfree', 'payu'] as const) {
    const { id, disputeId, disputed } = await dispute(gateway)
    assert.deepEqual(await list(id), { canAnswer: true, answers: [] }, gateway)
    const words = `Delivered, ${'well '.repeat(50)}`.trim()
    const answered = await Promise.all([1, 2, 3].map(() => answer(id, words)))
    assert.deepEqual(
      answered.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409, 409],
      gateway,
    )
    await untilEnded(id)
    await untilDispute(shop, disputeId, 'under review')
    const [received, ...more] = await readReceived(shop, disputed)
    assert.equal(more.length, 0, gateway)
    assert.equal(received!.words, words)
    assert.ok(received!.bytes > 5_000)
    const [row] = await shop.sql`select file_hash from dispute_answer where dispute_id = ${id}`
    assert.equal(row!['fileHash'], received!.sha256)
    const { canAnswer, answers } = await list(id)
    assert.equal(canAnswer, false)
    assert.partialDeepStrictEqual(answers, [
      { words, stage: 'chargeback', askedBy: { _id: admin.id }, refused: null },
    ])
    await untilAsked(id)
    assert.equal((await answer(id)).code, 'DISPUTE_TAKES_NO_ANSWER')
  }
  const actions = (await listActions(shop)).filter(({ action }) => action === 'answer dispute')
  assert.equal(actions.length, 4)
})

test('an answer is sent once, even if the shop dies after the gateway has taken it or the gateway is away', async (t) => {
  const { shop, dispute, answer, list, untilEnded } = await open(t)
  const { id, disputeId, disputed } = await dispute('razorpay')
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  await answer(id)
  await until('one try has failed', async () => {
    const jobs = await shop.sql`
      select from job where name = 'send-dispute-answer' and last_error is not null`
    return jobs.length === 1
  })
  assert.deepEqual(await readReceived(shop, disputed), [])
  await mendOutside(shop)
  await retryJobsNow(shop)
  await untilEnded(id)
  await untilDispute(shop, disputeId, 'under review')
  const [row] = await shop.sql<{ id: string }[]>`select id from dispute_answer`
  await shop.sql`update dispute_answer set sent_at = null`
  await addJob(shop, 'send-dispute-answer', { answerId: row!.id })
  await untilEnded(id)
  assert.equal((await readReceived(shop, disputed)).length, 1)
  assert.equal((await list(id)).answers[0]!.refused, null)

  // It is sent, and the shop has not asked since. News that is older than `read_at` is ignored.
  await shop.sql`
    update dispute set state = 'needs response', read_at = now() + interval '1 day'`
  await shop.sql`update dispute_answer set sent_at = now() + interval '2 days'`
  assert.equal((await list(id)).canAnswer, false)
  assert.equal((await answer(id)).code, 'DISPUTE_BEING_ANSWERED')
})

test('after an answer the shop asks the gateway itself, and payments that it does not know take none', async (t) => {
  const { shop, dispute, answer, list } = await open(t)
  const silent = await dispute('razorpay')
  await tellBank(shop, { ...silent.disputed, state: 'open', webhook: 'never' })
  await answer(silent.id)
  await untilDispute(shop, silent.disputeId, 'under review')
  const unknown = await dispute('razorpay')
  await shop.sql`
    update dispute set capture_id = null, read_at = now() + interval '1 day' where id = ${unknown.id}`
  assert.equal((await list(unknown.id)).canAnswer, false)
  assert.equal((await answer(unknown.id)).code, 'DISPUTE_ANSWER_ELSEWHERE')
})

test('a refusal is shown in the gateway’s words, and another answer may follow', async (t) => {
  const { shop, dispute, answer, list, untilEnded } = await open(t)
  for (const gateway of ['razorpay', 'stripe', 'cashfree', 'payu'] as const) {
    const late = await dispute(gateway, { hours: 0.000_01 })
    await answer(late.id)
    await untilEnded(late.id)
    const { canAnswer, answers } = await list(late.id)
    assert.match(answers[0]!.refused!, /deadline|actionable/, gateway)
    assert.equal(answers[0]!.sentAt, null)
    assert.equal(canAnswer, true)
    assert.deepEqual(await readReceived(shop, late.disputed), [])
    await tellBank(shop, { ...late.disputed, state: 'open', hours: 24 })
    assert.equal((await answer(late.id)).status, 200)
    await untilDispute(shop, late.disputeId, 'under review')
  }
})

test('an inquiry takes one answer, and only people with the right give it, where the gateway takes one', async (t) => {
  const { shop, admin, dispute, answer, list, untilEnded, untilAsked } = await open(t)
  const { id, disputed } = await dispute('stripe', { state: 'inquiry' })
  const [may, mayNot] = [
    await makeStaff(shop, admin, { name: 'Sunil', rights: ['payments'] }),
    await makeStaff(shop, admin, { name: 'Tara', rights: ['orders'] }),
  ]
  assert.equal((await answer(id, 'No', mayNot)).code, 'ACCESS_DENIED')
  assert.equal((await answer(id, 'It was delivered', may)).status, 200)
  await untilEnded(id)
  assert.equal((await readReceived(shop, disputed)).length, 1)
  assert.equal((await list(id)).canAnswer, false)
  await untilAsked(id)
  assert.equal((await answer(id)).code, 'DISPUTE_TAKES_NO_ANSWER')
  for (const gateway of ['stripe', 'cashfree'] as const) {
    const asked = await dispute(gateway, { state: 'inquiry' })
    await answer(asked.id)
    await untilEnded(asked.id)
    // As if the shop had died before it stored that the gateway has it.
    const [row] = await shop.sql<{ id: string }[]>`
      update dispute_answer set sent_at = null where dispute_id = ${asked.id} returning id`
    await addJob(shop, 'send-dispute-answer', { answerId: row!.id })
    await untilEnded(asked.id)
    assert.equal((await list(asked.id)).answers[0]!.refused, null, gateway)
    assert.equal((await readReceived(shop, asked.disputed)).length, 1, gateway)
  }
  const elsewhere = await dispute('phonepe')
  assert.equal((await list(elsewhere.id)).canAnswer, false)
  assert.equal((await answer(elsewhere.id)).code, 'DISPUTE_ANSWER_ELSEWHERE')
  assert.equal((await admin.call(listDisputeAnswers, { id: admin.id })).code, 'NO_SUCH_DISPUTE')
})
