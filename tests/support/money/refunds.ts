import { listPayments, refundPayment, type Payment } from '#contract/money/payments.ts'
import { beginTopUp, payAt, readBooks, type PayShop, type PayInput } from './payments.ts'
import type { Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

type Shop = Pick<TestShop, 'sandboxUrl' | 'sql'>
type Capture = Payment['captures'][number]

const FIRST_PAGE = { page: 1, limit: 10, searchIndex: 'reference' } as const

async function findPayment(admin: Member, reference: string): Promise<Payment> {
  const { data } = await admin.call(listPayments, { ...FIRST_PAGE, search: reference })
  return data.payments[0]!
}

export async function findOnlyCapture(admin: Member, reference: string): Promise<Capture> {
  const { captures } = await findPayment(admin, reference)
  return captures[0]!
}

/** Tops up a customer's wallet. Returns the payment's reference and the capture's id. */
export async function topUp(
  { shop, admin, customer }: PayShop,
  rupees = 500,
  input: PayInput = {},
): Promise<{ reference: string; id: string; gatewayPaymentId: string }> {
  const { reference, gatewayPaymentId } = await payAt(
    shop,
    await beginTopUp(customer, rupees),
    input,
  )
  await until('it is in the books', async () => {
    const [capture] = (await findPayment(admin, reference)).captures
    return capture?.settledAs != null
  })
  return { reference, gatewayPaymentId, id: (await findOnlyCapture(admin, reference))._id }
}

export const refund = (admin: Member, id: string, rupees: number, note = '') =>
  admin.call(refundPayment, { id, amount: rupees * 100, note })

/** Decides the outcome of refunds at the gateway, both future and waiting ones. */
export async function decideRefunds(
  { sandboxUrl }: Shop,
  outcome: 'done' | 'failed' | 'pending',
): Promise<void> {
  await post(`${sandboxUrl}/refunds`, { gateway: 'razorpay', outcome })
}

export async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

export const untilRefund = (shop: Shop, reference: string, state: 'done' | 'failed') =>
  until(`the refund is ${state}`, async () => {
    const rows =
      await shop.sql`select from payout where reference = ${reference} and state = ${state}`
    return rows.length > 0
  })

/** Lists the amounts of payouts in the gateway's own books, in rupees. */
export async function listSentBack(shop: Shop): Promise<number[]> {
  const { refunded } = await readBooks(shop)
  return refunded.map(({ amount }) => amount)
}

type Accounts = Record<'payouts' | 'gateway' | 'unclaimed', number>

/** Reads the balances of the shop's own accounts, in paise. */
export async function readHouse({ sql }: Pick<Shop, 'sql'>): Promise<Accounts> {
  const rows = await sql<{ address: string; balance: number }[]>`
    select address, coalesce(sum(case account.id when credit then amount else -amount end), 0)::bigint as balance
    from account left join transfer on account.id in (debit, credit)
    where account.currency = 'INR' and address = any(${['payouts', 'gateway', 'unclaimed'].map((name) => `house:${name}`)})
    group by address`
  return Object.fromEntries(
    rows.map(({ address, balance }) => [address.slice('house:'.length), balance]),
  ) as Accounts
}
