import assert from 'node:assert/strict'
import { fromHundredths, type Currency } from '#contract/core/money.ts'
import { compareBooks, listDifferences, type GatewayName } from '#contract/money/payments.ts'
import { getUser } from '#contract/accounts/users.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { readBooks } from '#tests/support/money/payments.ts'
import { sumOfHouse, type PackShop } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

/** A shop that takes money through one gateway. Its pack costs 100 rupees, or 100 dollars. */
export type Counter = PackShop & {
  gateway: GatewayName
  hasCode: boolean // customers pay by a UPI code on the shop's own page
  currency: Currency
}

/** Expects the wallet to hold exactly the money that came in and paid for no order. */
export async function expectWallet({ shop, asha, currency }: Counter): Promise<void> {
  const [row] = await shop.sql<[{ kept: number }]>`
    select coalesce(sum(amount), 0)::bigint as kept from capture where settled_as <> 'order'`
  const { balance, USDbalance } = (await asha.call(getUser, {})).data
  assert.equal(currency === 'USD' ? USDbalance : balance, fromHundredths(row.kept, currency))
}

/** Lists how the captured money of an order was settled, and counts the order's payments. */
export async function findMoney({ shop }: Counter, id: string) {
  const captured = await shop.sql<{ settledAs: string; amount: number }[]>`
    select settled_as, capture.amount from capture join payment on payment.id = payment_id
    where order_id = ${id}`
  const { length: payments } = await shop.sql`select from payment where order_id = ${id}`
  return {
    captured: captured.map(({ settledAs, amount }) => `${settledAs} ${amount / 100}`),
    payments,
  }
}

/** Waits until all news about an order's payments is processed. Later repeated requests don't count. */
export const untilQuiet = ({ shop }: Counter, id: string) =>
  until('nothing is left to do for the order', async () => {
    const jobs = await shop.sql`
      select from job where name in ('apply-gateway-event', 'settle-order-payment')
      or name in ('ask-payment', 'close-payment') and coalesce((payload->>'hints')::int, 0) < 2
      and payload->>'paymentId' in (select payment.id::text from payment where order_id = ${id})`
    return jobs.length === 0
  })

/** Holds back every webhook that arrives while `work` runs. */
export const beforeWebhooks = ({ shop }: Counter, work: () => Promise<void>): Promise<void> =>
  shop.sql.begin(async (tx) => {
    await tx`lock table gateway_event in share mode`
    await work()
  })

const sum = (lines: { amount: number }[]) =>
  lines.reduce((total, { amount }) => total + Math.round(amount * 100), 0)

export async function expectSameBooks({ shop, admin, gateway, currency }: Counter): Promise<void> {
  const { captured, refunded } = await readBooks(shop)
  const kept = fromHundredths(sum(refunded) - sum(captured), currency)
  assert.equal(await sumOfHouse(shop, 'gateway', currency), kept)
  assert.equal((await verifyLedger(shop.sql)).fault, null)

  const readDifferences = async () =>
    (await admin.call(listDifferences, { page: 1, limit: 10, gateway })).data
  const { comparedAt } = await readDifferences()
  await admin.call(compareBooks, {})
  await until('they are compared', async () => (await readDifferences()).comparedAt !== comparedAt)
  assert.deepEqual((await readDifferences()).differences, [])
}
