import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSettlements } from '#contract/accounting/books.ts'
import { periodOf } from '#contract/core/period.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { payDollars } from '#tests/support/money/dollars.ts'
import { openPayShop, type PayShop } from '#tests/support/money/payments.ts'
import { refund, topUp, untilRefund } from '#tests/support/money/refunds.ts'
import {
  around,
  listCosts,
  readAgain,
  readBalances,
  readRows,
  settle,
} from '#tests/support/money/settlements.ts'
import { writeSettlements } from './settlements.ts'
import { readMovements } from './tally-movements.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

test('accounts tell the balance at PayPal, the fee of PhonePe and the money in a Bitcoin wallet', async (t) => {
  const payShop = await openPayShop(t, { gateway: 'phonepe' })
  const { shop, admin } = payShop
  const { sql } = shop
  await topUp(payShop, 500)
  const payAtForeign = async (gateway: GatewayName, dollars: number) => {
    await admin.call(choosePaymentGateway, { active: 'phonepe', foreign: [gateway] })
    return payDollars(payShop, dollars)
  }
  await payAtForeign('btcpay', 5)
  await sql`
    insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, captured_at, settled_as, settled_at)
    select gen_random_uuid(), payment_id, gateway, 'held', 700, 'XXX', now(), 'held', now() from capture
    where gateway = 'btcpay'`
  const first = await payAtForeign('paypal', 20)
  const { data } = await refund(admin, first.capture._id, 4)
  await untilRefund(shop, data.reference, 'done')
  await settle(payShop, 'phonepe')
  const [withdrawn] = (await settle(payShop, 'paypal')).settlements
  await payAtForeign('paypal', 10)
  await readAgain(payShop)
  await convert(payShop, first.capture.gatewayPaymentId)

  assert.equal(withdrawn!.amount, 15.53)
  assert.deepEqual(await readBalances(payShop), {
    'Bank INR': 488_20 + 415_00,
    'Gateway clearing phonepe INR': 11_80, // PhonePe doesn't tell its fee
    'Customer wallets INR INR': -500_00,
    'Bitcoin wallet USD': 5_00,
    'Bank USD': 15_53,
    'Gateway fees USD': 71,
    'Gateway clearing btcpay USD': 0,
    'Gateway clearing paypal USD': 4_76, // what PayPal holds
    'Gateway clearing paypal INR': 0,
    'Foreign payments settled in rupees USD': 5_00,
    'Foreign payments settled in rupees INR': -415_00,
    'Payouts on their way USD': 0,
    'Customer wallets USD USD': -31_00,
  })
  const settled = await readRows(writeSettlements(sql, around()))
  const facts = settled.map((row) =>
    [row['Gateway'], row['Kind'], row['Paid to bank'], row['Check']].join(' '),
  )
  assert.deepEqual(
    new Set(facts),
    new Set([
      'btcpay payment 5.00 ok',
      'paypal payment 0.00 ok',
      'paypal refund 0.00 ok',
      'paypal withdrawal 15.53 ',
      'paypal conversion 0.00 ',
      'paypal withdrawal 415.00 ',
      'phonepe withdrawal 488.20 ',
    ]),
  )
  const month = (await admin.call(getSettlements, { month: periodOf(new Date()) })).data
  assert.deepEqual(
    month.gateways.map(({ gateway, currency, captured, unsettled, settled, fee, paid }) => {
      return [gateway, currency, captured, unsettled, settled, fee, paid].join(' ')
    }),
    [
      'btcpay USD 500 0 500 0 500',
      'paypal EUR 0 0 0 0 0',
      'paypal INR 0 0 41500 0 41500',
      'paypal USD 3000 0 1624 71 1553',
      'phonepe INR 50000 50000 48820 0 48820',
    ],
  )
  const vouchers: string[] = []
  for await (const { id } of readMovements({ sql, ...CONNECTED }, around()))
    if (id.startsWith('settlement/')) vouchers.push(id.split('/')[1]!)
  assert.deepEqual(vouchers, ['phonepe', 'paypal', 'paypal'], 'Tally has those in rupees')
  assert.deepEqual(await listCosts(admin), ['btcpay bitcoin 0 % of 1', 'paypal paypal 2.37 % of 2'])

  // A customer who names no method isn't sent to Bitcoin because it costs less.
  const chosen = { active: 'phonepe', foreign: ['paypal', 'btcpay'], cheapestFirst: true } as const
  await admin.call(choosePaymentGateway, { ...chosen, foreign: [...chosen.foreign] })
  assert.equal((await payDollars(payShop, 1)).gateway, 'paypal')
})

/** PayPal converts five of its dollars and pays them to the bank. A refund from its euros moves nothing. */
const convert = ({ shop }: PayShop, captureId: string) => shop.sql`
  insert into settlement_line (gateway, id, kind, gateway_payment_id, amount, fee, fee_tax, currency, settlement_id,
    settled_at, is_held, read_at)
  select 'paypal', id, kind, capture_id, amount, 0, 0, currency, id, now(), capture_id is not null, now()
  from (values
    ('C1', 'conversion', null, -500, 'USD'), ('C2', 'conversion', null, 41500, 'INR'),
    ('C3', 'withdrawal', null, 41500, 'INR'), ('C4', 'refund', ${captureId}, -1800, 'EUR')
  ) as line (id, kind, capture_id, amount, currency)`
