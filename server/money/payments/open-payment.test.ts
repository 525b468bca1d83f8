import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { editUser } from '#contract/accounts/users.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import {
  beginTopUp,
  hurryJobs,
  listReferences,
  openPayShop,
  payAt,
  readBooks,
  untilCaptured,
  untilKnown,
  type PayShop,
} from '#tests/support/money/payments.ts'
import { findPages } from '#tests/support/money/razorpay.ts'
import { holdTimeouts } from '#tests/support/network/timeouts.ts'
import { createPerson, tally, type Person } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'

const AMOUNT = { amount: 500_00 }

/** The same customer, sending one key with every request. */
const withKey = ({ url, tokens }: Person, key: string): Person =>
  Object.assign(createPerson(url, tokens), { headers: { 'idempotency-key': key } })

const readStates = async ({ shop: { sql } }: Pick<PayShop, 'shop'>): Promise<string[]> =>
  (await sql<{ state: string }[]>`select state from payment order by created_at, id`).map(
    ({ state }) => state,
  )

test('simultaneous calls with one key open one page', async (t) => {
  const world = await openPayShop(t)
  const { shop, customer } = world
  const other = await shop.openNode()
  await breakOutside(shop, { target: 'razorpay', kind: 'latency', ms: 400 })
  const [here, there] = [withKey(customer, 'one'), withKey({ ...customer, url: other.url }, 'one')]
  const people = [here, there, here, there, here, there]
  const answers = await Promise.all(people.map((person) => person.call(addMoney, AMOUNT)))
  assert.deepEqual(tally(answers), { 200: 6 })
  assert.equal(new Set(answers.map(({ data }) => data.payment_url)).size, 1)
  const references = await listReferences(shop)
  assert.equal(references.length, 1)
  assert.match(references[0]!, /^P[A-Z0-9]{23}$/)
  await mendOutside(shop)
  assert.deepEqual(await findPages(shop, references[0]!), [answers[0]!.data.payment_url])

  const later = await there.call(addMoney, AMOUNT)
  assert.equal(later.data.payment_url, answers[0]!.data.payment_url)
  await payAt(shop, later.data.payment_url!)
  await untilCaptured(shop)
  const { captured } = await readBooks(shop)
  assert.deepEqual(captured, [
    { gateway: 'razorpay', reference: references[0], amount: 500, currency: 'INR' },
  ])
})

test('a gateway that is down is reported, and the same call opens a page once it is back', async (t) => {
  const world = await openPayShop(t)
  const { shop, customer } = world
  const person = withKey(customer, 'again')
  for (const kind of ['error', 'too-many'] as const) {
    await breakOutside(shop, { target: 'razorpay', kind })
    const { status, code, message } = await person.call(addMoney, AMOUNT)
    assert.deepEqual([status, code], [503, 'PAYMENT_PAGE_UNREACHABLE'])
    assert.match(message, /Nothing was charged/)
    await mendOutside(shop)
  }
  const { status, data } = await person.call(addMoney, AMOUNT)
  assert.equal(status, 200)
  assert.deepEqual(await readStates(world), ['failed', 'failed', 'open'])
  await payAt(shop, data.payment_url!)
  await untilCaptured(shop)
})

test('a silent gateway times out before the browser does, and what it did is found later', async (t) => {
  const world = await openPayShop(t)
  const { shop, customer } = world
  await breakOutside(shop, { target: 'razorpay', kind: 'latency', ms: 30_000 })
  const timeouts = holdTimeouts(t)
  const opening = customer.call(addMoney, AMOUNT)
  for (const tries of [1, 2]) {
    await until(`it is asked ${tries} times`, () => timeouts.limits().length === tries)
    const [asked = ''] = await listReferences(shop)
    await untilKnown(shop, asked)
    timeouts.expire()
  }
  const { status, code } = await opening
  assert.deepEqual([status, code], [503, 'PAYMENT_PAGE_UNREACHABLE'])
  assert.deepEqual(timeouts.limits(), [4_000, 4_000]) // the browser gives up after ten seconds
  timeouts.release()
  await mendOutside(shop)

  const [reference = ''] = await listReferences(shop)
  const pages = await findPages(shop, reference)
  assert.equal(pages.length, 1)
  const tries = shop.log.filter((line) => line.includes('payment page cannot be opened'))
  assert.equal(tries.length, 2, 'asked twice, with the same reference')
  await payAt(shop, pages[0]!, { webhook: 'never' })
  shop.wait(26_000)
  await untilCaptured(shop)
  assert.deepEqual(await readStates(world), ['paid'])
})

test('if a node dies while opening a page, the next call opens it', async (t) => {
  const world = await openPayShop(t)
  const { shop, customer } = world
  const person = withKey(customer, 'dies')
  const first = await person.call(addMoney, AMOUNT)
  await shop.sql`
    update payment set page = null, gateway_id = null, opening_until = now() + interval '300 milliseconds'`
  const [one, two] = await Promise.all([
    person.call(addMoney, AMOUNT),
    person.call(addMoney, AMOUNT),
  ])
  assert.equal(one.data.payment_url, first.data.payment_url)
  assert.equal(two.data.payment_url, first.data.payment_url)
})

test('a shop without a chosen gateway refuses payments with a clear message', async (t) => {
  const { shop, admin, customer } = await openPayShop(t)
  const url = await beginTopUp(customer)
  await admin.call(choosePaymentGateway, { active: null })
  const { status, code } = await customer.call(addMoney, AMOUNT)
  assert.deepEqual([status, code], [503, 'PAYMENTS_NOT_OFFERED'])
  await payAt(shop, url) // a payment that has begun goes on
  await untilCaptured(shop)
})

test('a top-up without the phone number that its gateway needs is refused and not begun', async (t) => {
  const world = await openPayShop(t)
  const { shop, admin, customer } = world
  await shop.sql`update users set phone = null where id = ${customer.id}`
  await admin.call(choosePaymentGateway, { active: 'payu' })
  const { status, code, message, errors } = await customer.call(addMoney, AMOUNT)
  assert.deepEqual([status, code, errors[0]?.field], [409, 'PHONE_NEEDED', 'phone'])
  assert.match(message, /needs your phone number/)
  assert.deepEqual(await readStates(world), [])
  await customer.call(editUser, { phone: '9876543210' })
  assert.equal((await customer.call(addMoney, AMOUNT)).status, 200)
  assert.deepEqual(await readStates(world), ['open'])
})

test('an unneeded payment page is closed at the gateway and cannot be paid', async (t) => {
  const world = await openPayShop(t)
  const { shop, customer } = world
  const url = await beginTopUp(customer)
  const [payment] = await shop.sql<{ id: string }[]>`select id from payment`
  await shop.sql`
    insert into job (id, name, payload, run_at, attempts_max)
    values (gen_random_uuid(), 'close-payment', ${shop.sql.json({ paymentId: payment!.id })}, now(), 12)`
  await hurryJobs(shop)
  await until('the payment has failed', async () => (await readStates(world))[0] === 'failed')
  await assert.rejects(payAt(shop, url), /This can no longer be paid/)
})
