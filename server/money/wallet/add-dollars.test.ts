import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTopUpDocuments } from '#contract/accounting/documents.ts'
import { deleteUser } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { choosePaymentGateway, listPaymentGateways } from '#contract/money/payments.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { addForeignMoney, addMoney, findTopUp } from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import {
  beginDollars,
  CENT,
  DOLLAR,
  dollarsOf,
  findPayment,
  openDollarShop,
  payDollars,
} from '#tests/support/money/dollars.ts'
import { openPayShop, payAt, readBooks } from '#tests/support/money/payments.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { signUp } from '#tests/support/accounts/people.ts'

const testInShop = shareShop(openDollarShop)

test('dollars are added once the owner has chosen a gateway for them', async (t) => {
  const { shop, admin, customer } = await openPayShop(t)
  const isOffered = async () =>
    (await customer.call(getPaymentNeeds, { currency: 'USD' })).data.isOffered
  const early = await customer.call(addForeignMoney, { amount: 5 * DOLLAR })
  assert.deepEqual(
    [await isOffered(), early.status, early.code],
    [false, 503, 'PAYMENTS_NOT_OFFERED'],
  )

  const choose = (foreign: ('stripe' | 'razorpay')[]) =>
    admin.call(choosePaymentGateway, { active: 'razorpay', foreign })
  const wrong = await choose(['razorpay'])
  assert.deepEqual([wrong.status, wrong.code], [409, 'GATEWAY_NOT_READY'])
  assert.equal(wrong.message, 'Razorpay can’t take other currencies than rupees')
  const { data } = await choose(['stripe', 'stripe'])
  assert.deepEqual(
    data.gateways.flatMap((one) => (one.foreignTurn ? [[one.name, one.foreignTurn]] : [])),
    [['stripe', 1]],
  )
  await until('it is offered', isOffered)
  await admin.call(choosePaymentGateway, { active: 'razorpay' }) // leaves the gateways for dollars alone
  const { data: kept } = await admin.call(listPaymentGateways, {})
  assert.equal(kept.gateways.find(({ name }) => name === 'stripe')!.foreignTurn, 1)
  const actions = (await listActions(shop)).map(({ after }) => after)
  assert.partialDeepStrictEqual(actions.at(-1), { active: 'razorpay', foreign: ['stripe'] })

  const rupees = await customer.call(addMoney, { amount: 100_00 })
  assert.match(rupees.data.payment_url!, /razorpay/)
})

test('dollars arrive in the dollar wallet to the cent, with a mail and a receipt in rupees', async (t) => {
  const setup = await openDollarShop(t)
  const { shop, admin, customer } = setup
  await admin.call(setRate, { USD: 0.0125, follow: false })
  await until('the rate is known', async () => {
    const { message } = await customer.call(addForeignMoney, { amount: 1250_01 * CENT })
    return message === 'You can add at most $1,250.00 at a time'
  })
  const payment = await payDollars(setup, 12.5)
  assert.partialDeepStrictEqual(payment, { currency: 'USD', amount: 12_50, gateway: 'stripe' })
  assert.partialDeepStrictEqual(payment.capture, {
    currency: 'USD',
    amount: 12_50,
    refundable: 12_50,
  })
  const { balance, USDbalance } = (await customer.call(getUser, {})).data
  assert.deepEqual([balance, USDbalance], [0, 12.5 * DOLLAR])
  const { reference } = payment
  const { data } = await customer.call(findTopUp, { reference })
  assert.partialDeepStrictEqual(data, {
    status: 'success',
    currency: 'USD',
    amount: 12_50,
    received: 12_50,
    gateway: 'Stripe',
  })
  const mail = await shop.inbox.find(customer.email, '$12.50 is in your wallet')
  assert.match(mail.text, /Amount: \$12\.50/)
  const { captured } = await readBooks(shop)
  assert.partialDeepStrictEqual(captured, [{ gateway: 'stripe', amount: 12.5, currency: 'USD' }])

  await until('the receipt is issued', async () => {
    const { documents } = (await customer.call(listTopUpDocuments, { reference })).data
    return documents.length === 1
  })
  const { documents } = (await customer.call(listTopUpDocuments, { reference })).data
  assert.partialDeepStrictEqual(documents[0], {
    kind: 'receipt',
    total: 1000_00, // at 80 rupees for a dollar
    paidDollars: 12.5 * DOLLAR,
  })
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

testInShop('an amount of dollars that no gateway takes is refused in words', async ({ shop }) => {
  const customer = await signUp(shop, 'Asha Rao')
  for (const [amount, message] of [
    [0, 'Please enter amount'],
    [-1, 'An amount can’t be negative'],
    [0.49, 'Add at least $0.50'],
    [1.005, 'Enter at most two decimals'],
    [1.00001, 'An amount can have at most four decimals'],
    ['5', 'Please enter amount'],
    [10_000_000_001, 'This amount is too large'],
  ] as const) {
    const answer = await customer.send('PUT', '/api/v1/wallet/addUSD', { amount })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  const { status, code } = await customer.send('PUT', '/api/v1/wallet/addUSD', {
    amount: 9_999_999,
  })
  assert.deepEqual([status, code], [400, 'AMOUNT_TOO_LARGE'])
  assert.deepEqual([...(await shop.sql`select from payment where user_id = ${customer.id}`)], [])
})

testInShop(
  'one key opens one page, and its payment keeps the currency and the rate',
  async ({ shop }) => {
    const customer = await signUp(shop, 'Asha Rao')
    customer.headers['idempotency-key'] = 'one-key-for-both'
    const first = await customer.call(addForeignMoney, { amount: 5 * DOLLAR })
    const again = await customer.call(addForeignMoney, { amount: 5 * DOLLAR })
    assert.equal(first.data.payment_url, again.data.payment_url)
    const payments = await shop.sql`
      select amount, asked_currency, rate is null as is_free from payment where user_id = ${customer.id}`
    assert.deepEqual({ ...payments[0] }, { amount: 5_00, askedCurrency: 'USD', isFree: false })
    assert.equal(payments.length, 1)
  },
)

testInShop(
  'another amount of dollars is credited as it came, and another currency is held',
  async (dollarShop) => {
    const { shop } = dollarShop
    const customer = await signUp(shop, 'Asha Rao')
    const setup = { ...dollarShop, customer }
    const more = await payDollars(setup, 5, { amount: 7 })
    assert.equal(more.capture.settledAs, 'other amount')
    assert.equal(await dollarsOf(customer), 7 * DOLLAR)
    await shop.inbox.find(customer.email, '$7.00 is in your wallet')

    const { capture, reference } = await payDollars(setup, 5, { currency: 'INR' })
    assert.partialDeepStrictEqual(capture, { currency: 'INR', settledAs: null, refundable: 0 })
    const mail = await shop.inbox.find(customer.email, '₹5.00 has arrived for you')
    assert.match(mail.text, /We asked for \$5\.00, and can’t take INR/)
    const [difference] = await shop.sql`
      select kind, theirs, currency from difference where reference = ${reference}`
    assert.deepEqual({ ...difference }, { kind: 'currency', theirs: 5_00, currency: 'INR' })
    const { balance, USDbalance } = (await customer.call(getUser, {})).data
    assert.deepEqual([balance, USDbalance], [0, 7 * DOLLAR])
  },
)

test('dollars of a deleted account are kept as unclaimed dollars', async (t) => {
  const setup = await openDollarShop(t)
  const { shop, admin, customer } = setup
  const url = await beginDollars(customer, 5)
  await shop.sql`update payment set state = 'failed', ended_at = now()` // its page has closed, so nothing holds the account
  assert.equal((await customer.call(deleteUser, {})).status, 200)
  const { reference } = await payAt(shop, url)
  await until('the house has it', async () => {
    const rows = await shop.sql`
      select from transfer join account on account.id = credit
      where address = 'house:unclaimed' and transfer.currency = 'USD' and amount = ${5 * DOLLAR}`
    return rows.length === 1
  })
  const { captures } = await findPayment(admin, reference)
  assert.partialDeepStrictEqual(captures, [{ settledAs: 'unclaimed', refundable: 5_00 }])
})
