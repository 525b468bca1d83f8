import assert from 'node:assert/strict'
import type { GatewayName } from '#contract/money/payments.ts'
import { getUser } from '#contract/accounts/users.ts'
import type { PackShop } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

/** A shop that takes money through one gateway. Its pack costs 100 rupees. */
export type Counter = PackShop & {
  gateway: GatewayName
  hasCode: boolean // customers pay by a UPI code on the shop's own page
}

/** Expects the wallet to hold exactly the money that came in and paid for no order. */
export async function expectWallet({ shop, asha }: Counter): Promise<void> {
  const [row] = await shop.sql<[{ kept: number }]>`
    select coalesce(sum(amount), 0)::bigint as kept from capture where settled_as <> 'order'`
  assert.equal((await asha.call(getUser, {})).data.balance, row.kept)
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
