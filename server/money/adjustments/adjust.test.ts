import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test as testAlone } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import {
  adjustBalance,
  adjustForeignBalance,
  approveAdjustment,
  declineAdjustment,
  getFrozenWallets,
  listAdjustments,
} from '#contract/money/adjustments.ts'
import { giftBalance, listAllTransactions, listTransactions } from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { signUp, signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { endow, spend } from '#tests/support/money/ledger.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { verifyAdjustments } from './verify-adjustments.ts'
import { shareShop } from '#tests/support/shop/share.ts'

type Env = Record<string, string>

const test = shareShop(openShop)

const openAlone = async (t: Parameters<typeof openShop>[0], env: Env = {}) =>
  enter(await openShop(t, { env }))

/** New people in a shop. */
async function enter(shop: TestShop) {
  const [admin, other] = [await signUpAdmin(shop), await signUpAdmin(shop)]
  const asha = await signUp(shop, 'Asha Rao')
  const words = { userId: asha.id, reason: 'Credited twice', note: 'See ticket 7' }
  const has = async () => (await asha.call(getUser, {})).data.balance
  const adjust = (amount: number, by = admin) => by.call(adjustBalance, { ...words, amount })
  const { count: before } = await verifyAdjustments(shop.sql)
  const moved = async () => (await verifyAdjustments(shop.sql)).count - before
  return { shop, admin, other, asha, words, has, adjust, moved }
}

const LIST = { page: 1, limit: 10 } as const

test('an adjustment moves money, tells the customer its reason, and keeps its note for staff', async (shop) => {
  const { admin, asha, words, has, adjust, moved } = await enter(shop)
  const { status, data } = await adjust(500_50)
  assert.deepEqual([status, data.state, data.amount, data.balance], [200, 'done', 500_50, 500_50])
  await adjust(-200_50)
  assert.equal(await has(), 300_00)
  const dollars = await admin.call(adjustForeignBalance, { ...words, amount: 12_3456 })
  assert.deepEqual([dollars.data.currency, dollars.data.balance], ['USD', 12_3456])

  const mail = await shop.inbox.find(asha.email, '₹200.50 was taken from your wallet')
  assert.match(mail.text, /Reason: Credited twice/)
  assert.doesNotMatch(mail.text, /ticket|below zero/)
  const { data: history } = await asha.call(listTransactions, { ...LIST, sort: '-date' })
  assert.deepEqual(
    history.transactions.map(({ kind, price }) => [kind, price]),
    [
      ['adjustment', 12_3456],
      ['adjustment', -200_50],
      ['adjustment', 500_50],
    ],
  )
  const all = await admin.call(listAllTransactions, {
    ...LIST,
    search: asha.email,
    searchIndex: 'email',
    sort: '-date',
  })
  assert.equal(all.data.transactions[0]!.reason, 'Credited twice')
  const action = (await listActions(shop)).find(
    ({ action, subject }) => action === 'adjust balance' && subject === `user ${asha.id}`,
  )
  assert.partialDeepStrictEqual(action, {
    before: { balance: 0 },
    after: { balance: 500_50, amount: 500_50, reason: 'Credited twice', note: 'See ticket 7' },
  })
  assert.equal(await moved(), 3)
  assert.equal((await verifyAdjustments(shop.sql)).fault, null)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a wallet below zero is frozen and explained, and later money pays the debt first', async (shop) => {
  const { admin, asha, has, adjust } = await enter(shop)
  const frozen = async () => (await asha.call(getFrozenWallets, {})).data.wallets
  await endow(shop.sql, asha.id, 100_00)
  assert.deepEqual(await frozen(), [])
  await adjust(-60_00)
  assert.deepEqual(await frozen(), [], 'not below zero yet')
  const { data } = await adjust(-90_00)
  assert.equal(data.balance, -50_00)
  assert.equal(await has(), -50_00)
  const [wallet] = await frozen()
  assert.partialDeepStrictEqual(wallet, { currency: 'INR', owed: 50_00, held: 0 })
  assert.deepEqual(
    wallet!.causes.map(({ kind, amount, reason }) => [kind, amount, reason]),
    [['adjustment', 90_00, 'Credited twice']],
  )
  const mail = await shop.inbox.find(asha.email, '₹90.00 was taken from your wallet')
  assert.match(mail.text, /₹50.00 below zero/)

  await assert.rejects(spend(shop.sql, asha.id, 1), { code: 'BALANCE_TOO_LOW' })
  const leaving = await asha.call(deleteUser, {})
  assert.deepEqual([leaving.status, leaving.code], [409, 'WALLET_OWES'])
  await admin.call(giftBalance, { userId: asha.id, amount: 30_00 })
  await assert.rejects(spend(shop.sql, asha.id, 1), { message: /₹20.01 is missing/ })
  await admin.call(giftBalance, { userId: asha.id, amount: 30_00 })
  assert.deepEqual(await frozen(), [])
  await spend(shop.sql, asha.id, 10_00)
  assert.equal(await has(), 0)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

testAlone(
  'above the limit a second administrator approves, and nobody approves their own',
  async (t) => {
    const { shop, admin, other, asha, has, adjust, moved } = await openAlone(t)
    const { data: asked } = await adjust(10_000_01)
    const { _id: id } = asked
    assert.deepEqual([asked.state, asked.isMine, asked.decidedBy], ['waiting', true, null])
    assert.deepEqual([await has(), await moved()], [0, 0])
    assert.match((await other.call(listAlerts, {})).data[0]!.words, /waits for your approval/)

    const own = await admin.call(approveAdjustment, { id })
    assert.deepEqual([own.status, own.code], [409, 'OWN_ADJUSTMENT'])
    const approvals = await Promise.all([1, 2, 3].map(() => other.call(approveAdjustment, { id })))
    assert.deepEqual(tally(approvals), { 200: 1, 409: 2 })
    assert.equal(await has(), 10_000_01)
    assert.deepEqual((await other.call(listAlerts, {})).data, [])
    const declined = await admin.call(declineAdjustment, { id, answer: 'No' })
    assert.deepEqual([declined.status, declined.code], [409, 'ADJUSTMENT_DECIDED'])

    const { data: second } = await adjust(-20_000_00)
    const { data } = await admin.call(declineAdjustment, {
      id: second._id,
      answer: 'Wrong customer',
    })
    assert.deepEqual([data.state, data.answer], ['declined', 'Wrong customer'])
    const late = await other.call(approveAdjustment, { id: second._id })
    assert.deepEqual([late.status, late.code], [409, 'ADJUSTMENT_DECIDED'])
    assert.equal(await has(), 10_000_01)

    const list = await other.call(listAdjustments, { ...LIST, userId: asha.id })
    assert.deepEqual(
      list.data.adjustments.map(({ state, isMine }) => [state, isMine]),
      [
        ['declined', false],
        ['done', false],
      ],
    )
    const waiting = await other.call(listAdjustments, { ...LIST, state: 'waiting' })
    assert.deepEqual(waiting.data, { adjustments: [], total: 0 })
    assert.deepEqual(await verifyAdjustments(shop.sql), { count: 1, fault: null })
  },
)

testAlone('small adjustments of a day add up to the limit, even when sent at once', async (t) => {
  const { shop, other, has, adjust, moved } = await openAlone(t, {
    ADJUSTMENT_ALONE_MAX_RUPEES: '100',
  })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => adjust(index % 2 === 0 ? 30_00 : -30_00)),
  )
  const states = answers.map(({ data }) => data.state)
  assert.equal(states.filter((state) => state === 'done').length, 3)
  assert.equal(await moved(), 3)
  assert.equal((await adjust(10_00)).data.state, 'done', 'the rest of the limit')
  assert.equal((await adjust(1)).data.state, 'waiting')
  assert.equal((await adjust(100_00, other)).data.state, 'done', 'each has their own limit')
  assert.equal((await adjust(-1, other)).data.state, 'waiting')

  const before = await has()
  const [waiting] = answers.filter(({ data }) => data.state === 'waiting')
  await other.call(approveAdjustment, { id: waiting!.data._id })
  assert.equal(await has(), before + waiting!.data.amount)
  const pass = (hours: number) => shop.sql`
    update adjustment set asked_at = asked_at - make_interval(hours => ${hours})`
  await pass(23)
  assert.equal((await adjust(1)).data.state, 'waiting')
  await pass(1)
  assert.equal((await adjust(100_00)).data.state, 'done', 'the next day')
  assert.equal((await adjust(1)).data.state, 'waiting')
})

test('an adjustment sent again with its key is made once', async (shop) => {
  const { admin, words, has, moved } = await enter(shop)
  const idempotencyKey = randomUUID()
  const send = (amount: number) => admin.call(adjustBalance, { ...words, amount, idempotencyKey })
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(-25_00)))
  assert.deepEqual(tally(answers), { 200: 4 })
  assert.equal(new Set(answers.map(({ data }) => data._id)).size, 1)
  assert.deepEqual([await has(), await moved()], [-25_00, 1])
  const other = await send(-26_00)
  assert.deepEqual([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('administrators cannot adjust their own wallets, and a gone customer has none', async (shop) => {
  const { admin, other, asha, adjust, moved } = await enter(shop)
  const words = { reason: 'For me', note: 'Mine' }
  const own = await admin.call(adjustBalance, { ...words, userId: admin.id, amount: 1 })
  assert.deepEqual([own.status, own.code], [409, 'OWN_WALLET'])
  const { data: ofOther } = await admin.call(adjustBalance, {
    ...words,
    userId: other.id,
    amount: 90_000_00,
  })
  const agreed = await other.call(approveAdjustment, { id: ofOther._id })
  assert.deepEqual([agreed.status, agreed.code], [409, 'OWN_WALLET'])

  const { data: waiting } = await adjust(90_000_00)
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  const late = await other.call(approveAdjustment, { id: waiting._id })
  assert.deepEqual([late.status, late.code], [404, 'NO_SUCH_USER'])
  const gone = await adjust(1)
  assert.deepEqual([gone.status, gone.code], [404, 'NO_SUCH_USER'])
  const { data } = await other.call(declineAdjustment, {
    id: waiting._id,
    answer: 'Account gone',
  })
  assert.equal(data.state, 'declined')
  assert.equal(await moved(), 0)
  for (const [name, value] of [
    ['amount', 0],
    ['amount', 1e15],
    ['amount', 0.005],
    ['reason', ' '],
    ['note', ''],
  ]) {
    const sent = { userId: other.id, amount: 1, ...words, [name!]: value }
    const { status } = await admin.send('POST', '/api/v1/wallet/adjust', sent)
    assert.equal(status, 400, `${name} ${value}`)
  }
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
