import { getUser } from '#contract/accounts/users.ts'
import { choosePaymentGateway, listPayments, type Payment } from '#contract/money/payments.ts'
import { addForeignMoney } from '#contract/money/wallet.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { openPayShop, payAt, type PayInput, type PayShop } from './payments.ts'

export const CENT = 100 // in minor units of the ledger
export const DOLLAR = 100 * CENT

type Options = Parameters<typeof openPayShop>[1]

/** Opens a shop that takes rupees through Razorpay and dollars through Stripe. */
export async function openDollarShop(
  t: Parameters<typeof openPayShop>[0],
  options?: Options,
): Promise<PayShop> {
  const payShop = await openPayShop(t, options)
  const chosen = { active: 'razorpay', foreign: ['stripe'] } as const
  const { status, message } = await payShop.admin.call(choosePaymentGateway, {
    ...chosen,
    foreign: [...chosen.foreign],
  })
  if (status !== 200) throw new Error(message)
  return payShop
}

/** Begins to add dollars, and returns the payment page. */
export async function beginDollars(customer: Person, dollars: number): Promise<string> {
  const { data, message } = await customer.call(addForeignMoney, {
    amount: Math.round(dollars * DOLLAR),
  })
  if (!data?.payment_url) throw new Error(message)
  return data.payment_url
}

/** Pays on the gateway's page. Returns the payment once the money is booked. */
export async function payDollars(
  { shop, admin, customer }: PayShop,
  dollars: number,
  input: PayInput = {},
): Promise<Payment & { capture: Payment['captures'][number] }> {
  const { reference } = await payAt(shop, await beginDollars(customer, dollars), input)
  const find = () => findPayment(admin, reference)
  await until('the money is booked', async () => {
    const rows = await shop.sql`
      select from capture join payment on payment.id = payment_id
      where reference = ${reference} and settled_at is not null`
    return rows.length > 0
  })
  const payment = await find()
  return { ...payment, capture: payment.captures[0]! }
}

export async function findPayment(admin: Person, reference: string): Promise<Payment> {
  const page = { page: 1, limit: 10, searchIndex: 'reference' } as const
  const { data } = await admin.call(listPayments, { ...page, search: reference })
  return data.payments[0]!
}

export const dollarsOf = async (person: Person): Promise<number> =>
  (await person.call(getUser, {})).data.USDbalance
