import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getFrozenWallets } from '#contract/money/adjustments.ts'
import { findDispute } from '#contract/money/disputes.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { verifyDisputes } from '#server/money/disputes/verify-disputes.ts'
import {
  DOLLAR,
  dollarsOf,
  findPayment,
  openDollarShop,
  payDollars,
} from '#tests/support/money/dollars.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { endow, spend } from '#tests/support/money/ledger.ts'
import { post, refund, untilRefund } from '#tests/support/money/refunds.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { until } from '#tests/support/shop/wait.ts'

test('dollars are sent back in cents, and no more than the dollar wallet holds', async (t) => {
  const setup = await openDollarShop(t)
  const { shop, admin, customer } = setup
  const { capture, reference } = await payDollars(setup, 20)
  await endow(shop.sql, customer.id, 5_000_00) // rupees are not sent back as dollars
  await spend(shop.sql, customer.id, 5 * DOLLAR + 1, 'USD')
  const tooMuch = await refund(admin, capture._id, 15)
  assert.deepEqual([tooMuch.status, tooMuch.code], [409, 'REFUND_TOO_LARGE'])
  assert.equal(tooMuch.message, 'Only $14.99 can be sent back: the customer’s wallet holds $14.99')
  const { data } = await refund(admin, capture._id, 4.5)
  await untilRefund(shop, data.reference, 'done')
  assert.equal(await dollarsOf(customer), 10.5 * DOLLAR - 1)
  const mail = await shop.inbox.find(customer.email, '$4.50 is on its way back to you')
  assert.match(mail.text, /Amount: \$4\.50/)
  const [left] = (await findPayment(admin, reference)).captures
  assert.partialDeepStrictEqual(left, {
    refundable: 10_49,
    refunds: [{ amount: 4_50, state: 'done' }],
  })

  await post(`${shop.sandboxUrl}/refunds`, { gateway: 'stripe', outcome: 'failed' })
  const failed = await refund(admin, capture._id, 1)
  await untilRefund(shop, failed.data.reference, 'failed')
  assert.equal(await dollarsOf(customer), 10.5 * DOLLAR - 1)
  await shop.inbox.find(customer.email, '$1.00 is back in your wallet')
  const sums = await shop.sql<{ address: string; sum: number }[]>`
    select address, sum(case account.id when credit then amount else -amount end)::bigint as sum
    from transfer join account on account.id in (debit, credit)
    where address in ('house:gateway', 'house:payouts') and transfer.currency = 'USD' group by 1 order by 1`
  assert.deepEqual(
    sums.map(({ address, sum }) => [address, sum]),
    [
      ['house:gateway', -15.5 * DOLLAR],
      ['house:payouts', 0],
    ],
  )
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a dispute holds and takes dollars, and leaves the rupees alone', async (t) => {
  const setup = await openDollarShop(t)
  const { shop, admin, customer } = setup
  const { reference, capture } = await payDollars(setup, 20)
  await endow(shop.sql, customer.id, 5_000_00)
  const bank = { gateway: 'stripe', reference } as const
  const id = await tellBank(shop, { ...bank, state: 'open' })
  const { id: disputeId, held } = await untilDispute(shop, id, 'needs response')
  assert.equal(held, 20 * DOLLAR)
  const { data } = await admin.call(findDispute, { id: disputeId })
  assert.partialDeepStrictEqual(data, { currency: 'USD', amount: 20_00, held: 20_00, taken: 20_00 })
  await shop.inbox.find(customer.email, 'A payment of $20.00 is disputed')
  await assert.rejects(spend(shop.sql, customer.id, 1, 'USD'), /balance is too low/)
  assert.equal((await refund(admin, capture._id, 1)).code, 'REFUND_TOO_LARGE')
  await spend(shop.sql, customer.id, 5_000_00)

  await tellBank(shop, { ...bank, state: 'lost' })
  const lost = await untilDispute(shop, id, 'lost')
  assert.partialDeepStrictEqual(lost, { held: 0, taken: 20_00, fromWallet: 20_00, fromShop: 0 })
  assert.equal(await dollarsOf(customer), 0)
  await shop.inbox.find(customer.email, '$20.00 was taken from your wallet')
  assert.equal((await verifyLedger(shop.sql)).fault, null)
  assert.equal((await verifyDisputes(shop.sql)).fault, null)
  await shop.sql`update dispute set currency = 'INR'`
  assert.match((await verifyDisputes(shop.sql)).fault!, /has moved other money/)
})

test('a lost dispute of spent dollars takes the dollar wallet below zero', async (t) => {
  const setup = await openDollarShop(t)
  const { shop, customer } = setup
  const { reference } = await payDollars(setup, 20)
  await spend(shop.sql, customer.id, 20 * DOLLAR, 'USD')
  const id = await tellBank(shop, { gateway: 'stripe', reference, state: 'lost' })
  await untilDispute(shop, id, 'lost')
  assert.equal(await dollarsOf(customer), -20 * DOLLAR)
  const mail = await shop.inbox.find(customer.email, '$20.00 was taken from your wallet')
  assert.match(mail.text, /Your wallet is now at -\$20\.0000/)
  const { data } = await customer.call(getFrozenWallets, {})
  assert.deepEqual(
    data.wallets.map(({ currency }) => currency),
    ['USD'],
  )
})

test('a payment in dollars that differs at the gateway is reported in dollars', async (t) => {
  const setup = await openDollarShop(t)
  const { shop, admin } = setup
  const { capture, reference } = await payDollars(setup, 20)
  const { data } = await refund(admin, capture._id, 3)
  await untilRefund(shop, data.reference, 'done')
  const compare = async () => {
    shop.wait(11 * 60_000)
    await addJob(shop, 'reconcile', { isFollowUp: false })
    await until('it is compared', async () => {
      const rows = await shop.sql`select from job where name = 'reconcile'`
      return rows.length === 0
    })
    return [...(await shop.sql`select reference, kind, ours, theirs, currency from difference`)]
  }
  assert.deepEqual(await compare(), [])
  await shop.sql`update payout set amount = amount - 1`
  assert.partialDeepStrictEqual(await compare(), [
    { reference, kind: 'refund amount', ours: 2_99, theirs: 3_00, currency: 'USD' },
  ])
  await shop.sql`update payout set amount = amount + 1`
  await shop.sql`update capture set amount = amount - 1`
  assert.partialDeepStrictEqual(await compare(), [
    { reference, kind: 'amount', ours: 19_99, theirs: 20_00, currency: 'USD' },
  ])
})
