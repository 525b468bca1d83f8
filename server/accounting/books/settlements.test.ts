import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { getSettlements } from '#contract/accounting/books.ts'
import { periodOf } from '#contract/core/period.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { sumByGateway } from '#server/money/settlements/settlements.ts'
import { openDollarShop, payDollars } from '#tests/support/money/dollars.ts'
import { openPayShop, type PayShop } from '#tests/support/money/payments.ts'
import { post, readHouse, refund, topUp, untilRefund } from '#tests/support/money/refunds.ts'
import {
  around,
  listCosts,
  readAgain,
  readBalances,
  readRows,
  settle,
  sum,
} from '#tests/support/money/settlements.ts'
import { until } from '#tests/support/shop/wait.ts'
import { writeGatewayPayments, writeSettlements } from './settlements.ts'

async function dispute(payShop: PayShop, reference: string): Promise<void> {
  const { shop } = payShop
  await post(`${shop.sandboxUrl}/disputes`, { gateway: 'razorpay', reference, state: 'lost' })
  await until('the dispute is booked', async () => {
    const rows = await shop.sql`select from dispute where state = 'lost' and taken > 0`
    return rows.length === 1
  })
}

/** Gateways that list each settled payment. */
const LISTED: GatewayName[] = ['razorpay', 'cashfree', 'payu', 'paytm', 'stripe']

/** Each gateway captures 500 and 700 rupees and sends 200 back. Razorpay loses a dispute of 300. */
async function trade(t: TestContext) {
  const payShop = await openPayShop(t)
  const { shop, admin } = payShop
  for (const active of LISTED) {
    await admin.call(choosePaymentGateway, { active })
    const { id } = await topUp(payShop, 500)
    await topUp(payShop, 700)
    const { data } = await refund(admin, id, 200)
    await untilRefund(shop, data.reference, 'done')
  }
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  await dispute(payShop, (await topUp(payShop, 300)).reference)
  return payShop
}

test('settlements of each gateway equal the ledger to the paisa, and are read once', async (t) => {
  const payShop = await trade(t)
  const { shop, admin } = payShop
  const { sql } = shop
  const bank: Record<string, number> = {}
  for (const gateway of LISTED) {
    const { settlements } = await settle(payShop, gateway)
    assert.equal(settlements.length, 1)
    bank[gateway] = Math.round(settlements[0]!.amount * 100)
  }
  await readAgain(payShop)

  const settled = await readRows(writeSettlements(sql, around()))
  assert.equal(settled.length, LISTED.length * 3 + 2)
  assert.ok(settled.every(({ Check }) => Check === 'ok'))
  for (const gateway of LISTED) {
    const own = settled.filter((row) => row['Gateway'] === gateway)
    assert.equal(sum(own, 'Paid to bank'), bank[gateway])
    const fees = own.map(({ Kind, Fee, 'GST on fee': tax }) => [Kind, Fee, tax].join(' '))
    assert.ok(fees.includes('payment 10.00 1.80') && fees.includes('refund 0.00 0.00'), `${fees}`)
  }

  const captured = await readRows(writeGatewayPayments(sql, around()))
  assert.deepEqual([captured.length, sum(captured, 'Amount')], [11, 6_300_00])
  assert.ok(captured.every(({ Difference }) => Difference === '0.00'))

  const sums = await sumByGateway(sql, around())
  assert.deepEqual(
    sums.map(({ gateway, captured, settled, unsettled, unmatchedCount }) => {
      return [gateway, captured, settled, unsettled, unmatchedCount]
    }),
    [
      ['cashfree', 1_200_00, 1_000_00, 0, 0],
      ['paytm', 1_200_00, 1_000_00, 0, 0],
      ['payu', 1_200_00, 1_000_00, 0, 0],
      ['razorpay', 1_500_00, 1_000_00, 0, 0],
      ['stripe', 1_200_00, 1_000_00, 0, 0],
    ],
  )
  const { gateway } = await readHouse(shop)
  assert.equal(
    sums.reduce((all, one) => all + one.settled, 0),
    -gateway,
  )
  const balances = await readBalances(payShop)
  for (const gateway of LISTED)
    assert.equal(balances[`Gateway clearing ${gateway} INR`], 0, gateway)
  assert.equal(balances['Gateway clearing INR'], undefined)
  assert.equal(
    balances['Bank INR'],
    Object.values(bank).reduce((all, one) => all + one, 0),
  )
  assert.deepEqual(await listCosts(admin), [
    'cashfree upi 2.36 % of 2',
    'paytm upi 2.36 % of 2',
    'payu upi 2.36 % of 2',
    'razorpay upi 2.36 % of 3',
    'stripe upi 2.36 % of 2',
  ])
  const { data } = await admin.call(getSettlements, { month: periodOf(new Date()) })
  assert.ok(
    data.gateways.every(({ settled, fee, feeTax, paid }) => paid === settled - fee - feeTax),
  )
})

test('payments that are not settled, differ or are unknown stand out', async (t) => {
  const payShop = await openPayShop(t)
  const { shop } = payShop
  const { sql } = shop
  const first = await topUp(payShop, 500)
  await post(`${shop.sandboxUrl}/books/capture`, { gateway: 'razorpay', amount: 50 })
  await settle(payShop, 'razorpay')
  const late = await topUp(payShop, 90)
  await sql`update capture set amount = amount + 1 where gateway_payment_id = ${first.gatewayPaymentId}`

  const settled = await readRows(writeSettlements(sql, around()))
  const checks = new Map(settled.map((row) => [row['Reference'], row['Check']]))
  assert.deepEqual(
    checks,
    new Map([
      [first.reference, 'differs'],
      ['', 'no such payment here'],
    ]),
  )
  const [sums] = await sumByGateway(sql, around())
  assert.deepEqual([sums!.unsettled, sums!.unsettledCount, sums!.unmatchedCount], [90_00, 1, 2])
  const rows = await readRows(writeGatewayPayments(sql, around()))
  const facts = rows.map((row) => [row['Reference'], row['Settled'], row['Difference']])
  assert.deepEqual(facts, [
    [first.reference, '500.00', '-0.01'],
    [late.reference, '', ''],
  ])
  await assert.rejects(sql`delete from settlement_line`)
})

test('dollars that were settled in rupees leave the clearing account in rupees alone', async (t) => {
  const payShop = await openDollarShop(t)
  const { sql } = payShop.shop
  const { capture } = await payDollars(payShop, 20)
  await payDollars(payShop, 5)
  await sql`
    insert into settlement_line (gateway, id, kind, gateway_payment_id, amount, fee, fee_tax, currency, settlement_id,
      bank_reference, settled_at, read_at)
    values ('stripe', 'txn_1', 'payment', ${capture.gatewayPaymentId}, 1660_00, 50_00, 9_00, 'INR', 'po_1', 'UTR1', now(),
      now())`
  const [sums] = await sumByGateway(sql, around())
  assert.partialDeepStrictEqual(sums, {
    captured: 0,
    unsettled: 0,
    settled: 1660_00,
    unmatchedCount: 0,
  })
  const [settled] = await readRows(writeSettlements(sql, around()))
  assert.deepEqual([settled!['Check'], settled!['In the books']], ['captured in USD', '20.00'])
  const payments = await readRows(writeGatewayPayments(sql, around()))
  assert.deepEqual(
    payments.map((row) => [
      row['Currency'],
      row['Amount'],
      row['Settled currency'],
      row['Settled'],
      row['Difference'],
    ]),
    [
      ['USD', '20.00', 'INR', '1660.00', ''],
      ['USD', '5.00', '', '', ''],
    ],
  )
  assert.deepEqual(await readBalances(payShop), {
    'Bank INR': 1601_00,
    'Foreign payments settled in rupees INR': -1660_00,
    'Gateway fees INR': 50_00,
    'Input GST on gateway fees INR': 9_00,
    'Gateway clearing stripe USD': 25_00,
    'Customer wallets USD USD': -25_00,
  })
})
