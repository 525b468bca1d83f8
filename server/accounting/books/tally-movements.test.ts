import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodOf } from '#contract/core/period.ts'
import { adjustBalance } from '#contract/money/adjustments.ts'
import { refundPayment } from '#contract/money/payments.ts'
import { addMoney, giftBalance } from '#contract/money/wallet.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { findPayment } from '#tests/support/money/dollars.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { openForeignShop } from '#tests/support/orders/foreign-shop.ts'
import { placeByUpi, untilOrder } from '#tests/support/orders/orders.ts'
import { checkZoho } from '#tests/support/accounting/check-zoho.ts'
import { sum } from '#tests/support/accounting/sum-return.ts'
import { until } from '#tests/support/shop/wait.ts'
import { periodOfMonth, readEntries } from './entries.ts'
import { readMovements } from './tally-movements.ts'
import { writeTally } from './tally.ts'
import { CONNECTED } from '#tests/support/money/connectors.ts'

/** Sums each ledger of a file for Tally, in paise. Debits are negative. */
async function sumTally(pieces: AsyncIterable<string>): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  for await (const piece of pieces)
    for (const [, ledger = '', amount] of piece.matchAll(
      /<LEDGERNAME>(.*?)<\/LEDGERNAME>.*?<AMOUNT>(.*?)</g,
    ))
      sums.set(ledger, (sums.get(ledger) ?? 0) + sum([amount]))
  return sums
}

test('in Tally, wallets and gateways move as in the ledger, and Zoho has each sale, however it was paid', async (t) => {
  const { shop, admin, asha, item } = await openForeignShop(t, 'EUR', 0.0105)
  const topUp = await asha.call(addMoney, { amount: 300_00 })
  const { reference } = await payAt(shop, topUp.data.payment_url!)
  const untilSettled = (count: number) =>
    until(`${count} payments are booked`, async () => {
      const rows = await shop.sql`select from capture where settled_at is not null`
      return rows.length === count
    })
  await untilSettled(1)
  const direct = await placeByUpi(asha, { item })
  await payAt(shop, direct.url)
  await untilOrder(asha, direct.id, 'processing')
  const abroad = await placeByUpi(asha, { item, currency: 'EUR', method: 'card' })
  await payAt(shop, abroad.url)
  await untilOrder(asha, abroad.id, 'processing')
  await untilSettled(3)
  const words = { reason: 'Correction', note: 'Ticket 7' }
  await admin.call(giftBalance, { userId: asha.id, amount: 50_00, reason: 'Sorry' })
  await admin.call(adjustBalance, { userId: asha.id, amount: -10_00, ...words })
  const refunded = { status: 'refunded', note: 'Asked', reference: '' } as const
  await admin.call(editOrder, { id: direct.id, ...refunded, refundTo: 'source' })
  await admin.call(editOrder, { id: abroad.id, ...refunded, refundTo: 'wallet' })
  const { captures } = await findPayment(admin, reference)
  await admin.call(refundPayment, { id: captures[0]!._id, amount: 120_00, note: '' })
  const [euros] = await shop.sql<{ id: string }[]>`select id from capture where currency = 'EUR'`
  await admin.call(refundPayment, { id: euros!.id, amount: 42, note: '' }) // 40 rupees
  await until('all are sent back', async () => {
    const rows = await shop.sql`select from payout where state = 'done'`
    return rows.length === 3
  })
  await until('all documents are issued', async () => {
    const rows = await shop.sql`select from document`
    return rows.length === 6
  })

  const month = periodOf(new Date())
  // Receipts and refund vouchers are no sales, so Zoho gets only what was ordered, in whichever currency.
  assert.deepEqual(await checkZoho(shop.sql, month), { invoices: 2, notes: 2 })
  const period = periodOfMonth(month)
  const { sql } = shop
  const sums = await sumTally(
    writeTally(
      { entries: readEntries(sql, month), movements: readMovements({ sql, ...CONNECTED }, period) },
      'Moon',
    ),
  )
  const [ledger] = await sql<[{ wallets: number; gateway: number; gifts: number }]>`
    select
      sum(case when user_id is not null then side.amount end)::bigint as wallets,
      sum(case when address = 'house:gateway' then side.amount end)::bigint as gateway,
      sum(case when address = 'house:gifts' then side.amount end)::bigint as gifts
    from (
      select credit as id, amount from transfer where currency = 'INR'
      union all select debit, -amount from transfer where currency = 'INR'
    ) side
    join account using (id)`
  assert.deepEqual(
    ['Customer wallets INR', 'Gateway clearing razorpay', 'Gifts'].map((name) => sums.get(name)),
    [ledger.wallets, ledger.gateway, ledger.gifts],
  )
  assert.equal(ledger.wallets, 300_00 + 50_00 - 10_00 - 120_00)
  // The order in euros was worth 100 rupees, and 60 of them are in the wallet now.
  assert.deepEqual(
    ['Gateway clearing stripe', 'Customer wallets EUR'].map((name) => sums.get(name)),
    [-60_00, 60_00],
  )
  assert.equal(
    [...sums.values()].reduce((all, one) => all + one, 0),
    0,
  )
})
