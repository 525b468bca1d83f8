import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { getUser } from '#contract/accounts/users.ts'
import { addMoney, findTopUp, listTransactions } from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { sumOfHouse } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { beginTopUp, listReferences, openPayShop, payAt } from '#tests/support/money/payments.ts'
import { createPerson, logIn, signUp, tally, type Person } from '#tests/support/accounts/people.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'
import { until } from '#tests/support/shop/wait.ts'

const MINUTE = 60_000

const balanceOf = async (person: Person) => (await person.call(getUser, {})).data.balance

const untilBalance = (person: Person, balance: number) =>
  until(`the wallet has ${balance}`, async () => (await balanceOf(person)) === balance)

test('a top-up appears in the wallet, the history and a receipt, and can be followed', async (t) => {
  const { shop, customer } = await openPayShop(t)
  const url = await beginTopUp(customer, 750.5)
  const [reference] = await listReferences(shop)
  const follow = async (person: Person) => person.call(findTopUp, { reference: reference! })
  const waiting = await follow(customer)
  assert.partialDeepStrictEqual(waiting.data, {
    reference,
    status: 'pending',
    amount: 750_50,
    received: 0,
    UTR: null,
    gateway: 'Razorpay',
    paidAt: null,
  })
  const stranger = await signUp(shop, 'Rohan Mehta')
  assert.deepEqual((await follow(stranger)).code, 'NO_SUCH_PAYMENT')

  await payAt(shop, url)
  await untilBalance(customer, 750_50)
  const { data } = await follow(customer)
  assert.deepEqual([data.status, data.received], ['success', 750_50])
  assert.ok(data.paidAt)
  const { data: history } = await customer.call(listTransactions, {
    page: 1,
    limit: 9,
    sort: '-date',
  })
  const [only, ...more] = history.transactions
  assert.deepEqual(
    [only!.kind, only!.price, only!.UTR, only!.orderId, more],
    ['top-up', 750_50, data.UTR, null, []],
  )
  const mail = await shop.inbox.find(customer.email, '₹750.50 is in your wallet')
  assert.match(mail.text, new RegExp(`UTR: ${data.UTR}`))
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('one key opens one payment page for good, even with twenty calls to two nodes', async (t) => {
  const { shop, admin, customer } = await openPayShop(t)
  const node = await shop.openNode()
  const there = createPerson(node.url, customer.tokens)
  there.headers['idempotency-key'] = customer.headers['idempotency-key'] = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? customer : there).call(addMoney, { amount: 500_00 }),
    ),
  )
  assert.deepEqual(tally(answers), { 200: 20 })
  const [url, ...others] = new Set(answers.map(({ data }) => data.payment_url))
  assert.deepEqual([others, (await listReferences(shop)).length], [[], 1])
  const other = await customer.call(addMoney, { amount: 501_00 })
  assert.deepEqual([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  await payAt(shop, url!)
  await untilBalance(customer, 500_00)
  await admin.call(choosePaymentGateway, { active: null })
  const again = await customer.call(addMoney, { amount: 500_00 })
  assert.equal(again.data.payment_url, url)
  customer.headers['idempotency-key'] = randomUUID()
  assert.equal((await customer.call(addMoney, { amount: 500_00 })).code, 'PAYMENTS_NOT_OFFERED')
})

test('if no payment page can be opened, nothing is stored and the key can be used again', async (t) => {
  const { shop, customer } = await openPayShop(t)
  customer.headers['idempotency-key'] = 'monday'
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  for (const { status, code } of await Promise.all(
    [1, 2].map(() => customer.call(addMoney, { amount: 500_00 })),
  ))
    assert.deepEqual([status, code], [503, 'PAYMENT_PAGE_UNREACHABLE'])
  await mendOutside(shop)
  await payAt(shop, await beginTopUp(customer))
  await untilBalance(customer, 500_00)
  const [failed] = await listReferences(shop)
  const { data } = await customer.call(findTopUp, { reference: failed! })
  assert.deepEqual([data.status, data.received], ['failed', 0])
})

test('all money that arrives is credited: another amount, a second time, or late', async (t) => {
  const { shop, customer } = await openPayShop(t)
  const url = await beginTopUp(customer)
  const [reference] = await listReferences(shop)
  await payAt(shop, url, { amount: 400 })
  await untilBalance(customer, 400_00)
  await payAt(shop, url, { again: true, amount: 50.25 })
  await untilBalance(customer, 450_25)
  const { data } = await customer.call(findTopUp, { reference: reference! })
  assert.deepEqual([data.status, data.amount, data.received], ['success', 500_00, 450_25])
  const mails = await shop.inbox.waitFor(customer.email, 2)
  assert.ok(mails.some(({ text }) => text.includes('We asked for ₹500.00 and received ₹400.00')))

  const late = await beginTopUp(customer)
  await payAt(shop, late, { outcome: 'pending' })
  shop.wait(40 * MINUTE)
  const later = await logIn(customer)
  await payAt(shop, late)
  await untilBalance(later, 950_25)
  assert.equal(await sumOfHouse(shop, 'gateway'), -950_25)
})

test('an account with an open payment cannot be deleted, and late money is booked as unclaimed', async (t) => {
  const { shop, customer } = await openPayShop(t)
  const url = await beginTopUp(customer)
  await payAt(shop, url, { outcome: 'pending' })
  const refused = await customer.call(deleteUser, {})
  assert.deepEqual(
    [refused.status, refused.message],
    [409, 'You have a payment in progress. Please wait until it’s finished'],
  )
  shop.wait(20 * MINUTE)
  const later = await logIn(customer)
  assert.equal((await later.call(deleteUser, {})).status, 200)
  await payAt(shop, url)
  await until('the house has it', async () => (await sumOfHouse(shop, 'unclaimed')) === 500_00)
  const [difference] = await shop.sql`select kind, theirs from difference`
  assert.deepEqual({ ...difference }, { kind: 'unclaimed', theirs: 500_00 })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a top-up chooses its gateway once its key is free: the call that had it may know that one is away', async (t) => {
  const { shop, admin, customer } = await openPayShop(t)
  const { sql } = shop
  await admin.call(choosePaymentGateway, { active: 'razorpay', standIns: ['cashfree'] })
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  await customer.call(addMoney, { amount: 50_00 })
  await sql`update payment set created_at = created_at - interval '2 minutes'` // as if nobody knew yet
  customer.headers['idempotency-key'] = randomUUID()
  const { answering } = await sql.begin(async (tx) => {
    await tx`lock table idempotency in share row exclusive mode` // no key can be claimed
    const called = customer.call(addMoney, { amount: 50_00 })
    await untilWaitedFor(tx)
    await sql`update payment set created_at = now()`
    return { answering: called }
  })
  assert.equal((await answering).status, 200)
  const asked = await sql<{ gateway: string }[]>`select gateway from payment order by gateway`
  assert.deepEqual(
    asked.map(({ gateway }) => gateway),
    ['cashfree', 'cashfree', 'razorpay'],
  )
})
