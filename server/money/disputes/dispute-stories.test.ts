import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { getFrozenWallets } from '#contract/money/adjustments.ts'
import { endDispute, listDisputes, refreshDispute } from '#contract/money/disputes.ts'
import { giftBalance } from '#contract/money/wallet.ts'
import { editOrder, getQuote } from '#contract/orders/orders.ts'
import { recordDispute } from './record-dispute.ts'
import { verifyDisputes } from './verify-disputes.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import {
  findDisputeOf,
  pollDisputes,
  sumsOfDisputes,
  tellBank,
  untilDispute,
  type BankInput,
} from '#tests/support/money/disputes.ts'
import { QUIET, spend } from '#tests/support/money/ledger.ts'
import { hurryJobs, payAt } from '#tests/support/money/payments.ts'
import { findOnlyCapture, refund, topUp } from '#tests/support/money/refunds.ts'
import {
  makeBuyer,
  openUpiPackShop,
  order,
  placeByUpi,
  untilOrder,
} from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

/** A shop with Razorpay. Its pack costs 100 rupees. */
async function open(t: TestContext) {
  const { shop, admin, game, item, asha } = await openUpiPackShop(t)
  const has = async () => (await asha.call(getUser, {})).data.balance
  const add = async (rupees: number) =>
    (await topUp({ shop, admin, customer: asha }, rupees)).reference
  const tell = (reference: string, state: BankInput['state'], more: Partial<BankInput> = {}) =>
    tellBank(shop, { gateway: 'razorpay', reference, state, ...more })
  async function buy() {
    const { id, url } = await placeByUpi(asha, { item })
    const { reference } = await payAt(shop, url)
    await untilOrder(asha, id, 'processing')
    return { id, reference }
  }
  const end = (id: string, status: 'completed' | 'refunded' | 'failed') =>
    admin.call(editOrder, { id, status, note: '', reference: '' })
  const list = async () => (await admin.call(listDisputes, { page: 1, limit: 50 })).data.disputes
  const poll = () => pollDisputes(shop)
  return { shop, admin, game, item, asha, has, add, tell, buy, end, list, poll }
}

test('a lost dispute of spent money takes the wallet below zero, and a won appeal gives it back', async (t) => {
  const { shop, asha, has, add, tell } = await open(t)
  const reference = await add(500)
  await spend(shop.sql, asha.id, 500_00)
  const id = await tell(reference, 'open')
  await untilDispute(shop, id, 'needs response')
  const frozen = async () => (await asha.call(getFrozenWallets, {})).data.wallets
  assert.partialDeepStrictEqual((await frozen())[0], { owed: 0, held: 500_00 })
  await tell(reference, 'lost')
  await untilDispute(shop, id, 'lost')
  assert.equal(await has(), -500_00)
  const [wallet] = await frozen()
  assert.partialDeepStrictEqual(wallet, { owed: 500_00, held: 0 })
  assert.partialDeepStrictEqual(wallet!.causes, [{ kind: 'dispute', amount: 500_00, reference }])
  const mail = await shop.inbox.find(asha.email, '₹500.00 was taken from your wallet')
  assert.match(mail.text, /−?-?₹500.00, so you can’t spend/)

  await tell(reference, 'open')
  const again = await untilDispute(shop, id, 'needs response')
  assert.deepEqual([again.held, again.fromWallet], [500_00, 0], 'the appeal reopens it')
  await tell(reference, 'won')
  const won = await untilDispute(shop, id, 'won')
  assert.deepEqual([won.held, won.taken, won.fromWallet], [0, 0, 0])
  assert.equal(await has(), 0)
  const nothing = { gateway: 0, disputes: 0, losses: 0, fees: 0 }
  assert.deepEqual(await sumsOfDisputes(shop), nothing)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a dispute of a delivered order is the shop’s loss, and of a refunded one the customer’s', async (t) => {
  const { shop, has, tell, buy, end } = await open(t)
  const [delivered, refunded, later] = [await buy(), await buy(), await buy()]
  await end(delivered.id, 'completed')
  await end(refunded.id, 'failed')
  assert.equal(await has(), 100_00)
  const lose = async ({ reference }: { reference: string }, taken?: number) => {
    const id = await tell(reference, 'lost', taken === undefined ? {} : { taken })
    return untilDispute(shop, id, 'lost')
  }
  const partly = await lose(delivered, 40)
  assert.deepEqual([partly.fromWallet, partly.fromShop], [0, 40_00], 'partly lost')
  const customers = await lose(refunded)
  assert.deepEqual([customers.fromWallet, customers.fromShop], [100_00, 0])
  assert.equal(await has(), 0)

  const shops = await lose(later)
  assert.deepEqual([shops.fromWallet, shops.fromShop], [0, 100_00])
  await end(later.id, 'refunded')
  assert.equal(await has(), 0, 'the refund pays the loss of the dispute')
  const [row] = await shop.sql<{ fromWallet: number; fromShop: number }[]>`
    select from_wallet, from_shop from dispute where id = ${shops.id}`
  assert.deepEqual({ ...row }, { fromWallet: 100_00, fromShop: 0 })
  assert.deepEqual(await sumsOfDisputes(shop), {
    gateway: 240_00,
    disputes: 0,
    losses: -40_00,
    fees: 0,
  })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('news told twice, late, out of order or only by polling moves the money once', async (t) => {
  const { shop, has, add, tell, poll } = await open(t)
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
  const { shop, admin, has, add, tell, list } = await open(t)
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
  const { shop, admin, add, tell } = await open(t)
  const reference = await add(100)
  const id = await tell(reference, 'open', { hours: 60 })
  await untilDispute(shop, id, 'needs response')
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

test('a deleted customer pays nothing more, and what comes back for them is kept', async (t) => {
  const { shop, admin, asha, has, add, tell, poll } = await open(t)
  const reference = await add(80)
  await spend(shop.sql, asha.id, 80_00)
  const id = await tell(reference, 'lost')
  await untilDispute(shop, id, 'lost')
  await admin.call(giftBalance, { userId: asha.id, amount: 80_00 })
  assert.equal(await has(), 0)
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  await poll()
  const lost = (await findDisputeOf(shop, id))!
  assert.deepEqual([lost.fromWallet, lost.fromShop, lost.movements], [80_00, 0, 1])
  await tell(reference, 'won', { webhook: 'never' })
  await poll()
  const won = (await findDisputeOf(shop, id))!
  assert.deepEqual([won.state, won.fromWallet, won.fromShop], ['won', 0, 0])
  const [row] = await shop.sql<[{ kept: number; has: number }]>`
    select balance_of(${asha.id}, 'INR') as has, (
      select sum(case account.id when credit then amount else -amount end)::bigint
      from transfer join account on account.id in (debit, credit)
      where address = 'house:unclaimed' and account.currency = 'INR') as kept`
  assert.deepEqual({ ...row }, { has: 0, kept: 80_00 })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('held money pays for no order and is not sent back, and free money is as good as before', async (t) => {
  const { shop, admin, game, item, asha, add, tell } = await open(t)
  const reference = await add(500)
  const rohan = await makeBuyer(shop, game, { INR: 100_00, USD: 0 })
  const id = await tell(reference, 'open', { amount: 450 })
  await untilDispute(shop, id, 'needs response')
  const { gameSlug, itemSlug } = item
  const { gameDetailId } = asha
  const quote = { gameSlug, itemSlug, gameDetailId, couponCode: '', currency: 'INR' } as const
  const { data: quoted } = await asha.call(getQuote, quote)
  assert.deepEqual([quoted.balance, quoted.missing], [50_00, 50_00])
  const [mine, theirs] = await Promise.all([order(asha, { item }), order(rohan, { item })])
  assert.deepEqual([mine.status, mine.code], [409, 'BALANCE_TOO_LOW'])
  assert.match(mine.message, /₹50.00 is missing/)
  assert.equal(theirs.status, 200, 'another customer’s order of the same moment')
  const capture = await findOnlyCapture(admin, reference)
  assert.equal(capture.refundable, 50_00)
  assert.equal((await refund(admin, capture._id, 51)).status, 409)

  await tell(reference, 'won')
  await untilDispute(shop, id, 'won')
  assert.equal((await order(asha, { item })).status, 200)
  assert.equal((await findOnlyCapture(admin, reference)).refundable, 400_00)
})

test('answers that arrive in any order leave the newest state, and its money once', async (t) => {
  const { shop, has, add, tell } = await open(t)
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
  const ctx = { now: () => new Date(), ...QUIET }
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
