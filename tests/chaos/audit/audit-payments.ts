import { fromHundredths } from '#contract/core/money.ts'
import { readBooks } from '#tests/support/money/payments.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { auditBooks } from './audit-books.ts'
import type { Refunded } from '#tests/chaos/payments/genuine-webhooks.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { getsOrder, type Action, type Spent } from '#tests/chaos/payments/payers.ts'

export type Figures = {
  payments: number // started
  captures: number
  rupees: number
  dollars: number
  euros: number
  orders: number
  processing: number
  settledAs: Record<string, number>
}

type PaymentAudit = { actions: Action[]; stock: number }

/** Compares the shop with what its customers spent, and that with the gateways' own books. */
export async function auditPayments(setup: ChaosSetup, { actions, stock }: PaymentAudit) {
  const spent = actions.flatMap((action) => action.spent)
  const wrong = [
    ...(await compareBooks(setup, spent)),
    ...(await compareGateway(setup, spent)),
    ...(await compareWallets(setup, actions)),
    ...(await compareOrders(setup, actions)),
    ...(await comparePayments(setup, spent)),
    ...(await compareCounts(setup, { actions, stock })),
  ]
  await seal(setup.sql)
  const { fault } = await verifyLedger(setup.sql)
  const figures = await readFigures(setup, spent)
  return { ...figures, wrong, fault, audit: await auditBooks(setup.sql) }
}

/** Money in another currency than was asked for stays out of the books. */
const isBooked = ({ currency, asked }: Spent) => currency === asked
const inLedger = ({ amount, asked }: Spent) => fromHundredths(amount, asked)
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** Lists the lines found on one side only. Repeated lines count. */
export function differ(what: string, expected: string[], found: string[]): string[] {
  const missing = without(expected, found).map((line) => `${what}: ${line} is missing`)
  return [...missing, ...without(found, expected).map((line) => `${what}: ${line} is too much`)]
}

function without(lines: string[], others: string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/** Invoices of BTCPay Server are booked under ids of their own, not under those of the coins that paid them. */
const idOf = ({ gateway, gatewayPaymentId }: Spent): string =>
  gateway === 'btcpay' ? 'invoice' : gatewayPaymentId

type Line = { gateway: string; reference: string; amount: number; currency: string }
const toLine = ({ gateway, reference, amount, currency }: Line) =>
  [gateway, reference, Math.round(amount), currency].join(' ')

const costOf = ({ plan }: Action) => fromHundredths(plan.amount, plan.currency)

/** Compares what the customers spent with the gateways' books. */
export async function compareBooks(setup: ChaosSetup, spent: Spent[]): Promise<string[]> {
  const { captured } = await readBooks(setup)
  return differ(
    'sandbox',
    spent.map(toLine),
    captured.map((line) => toLine({ ...line, amount: line.amount * 100 })),
  )
}

/** Each payment went once, in full, from `house:gateway` to the payer's wallet. Nothing else left that account. */
export async function compareGateway(
  { sql }: ChaosSetup,
  spent: Spent[],
  refunded: Refunded[] = [],
): Promise<string[]> {
  const lines = await sql<
    { key: string; currency: string; amount: number; debit: string; credit: string }[]
  >`
    select regexp_replace(key, '^payment:btcpay:.*', 'payment:btcpay:invoice') as key, transfer.currency, amount, debit.address as debit, credit.address as credit from transfer
    join account debit on debit.id = transfer.debit join account credit on credit.id = transfer.credit
    where 'house:gateway' in (debit.address, credit.address)`
  const came = spent
    .filter(isBooked)
    .map(
      (one) =>
        `payment:${one.gateway}:${idOf(one)} ${one.asked} ${inLedger(one)} house:gateway wallet:${one.userId}`,
    )
  const went = refunded.map(
    ({ id, amount, currency }) =>
      `payout-done:${id} ${currency} ${fromHundredths(amount, currency)} house:payouts house:gateway`,
  )
  return differ(
    'ledger',
    [...came, ...went],
    lines.map((line) => [line.key, line.currency, line.amount, line.debit, line.credit].join(' ')),
  )
}

/** A wallet holds everything its owner spent, also as a guest, less the price of paid orders. Guests keep nothing. */
async function compareWallets({ sql }: ChaosSetup, actions: Action[]): Promise<string[]> {
  const rows = await sql<{ wallet: string; balance: number }[]>`
    select user_id || ' ' || currency as wallet, sum(amount)::bigint as balance from posting group by 1`
  const balances = new Map<string, number>()
  for (const action of actions) {
    const came = sum(action.spent.filter(isBooked).map(inLedger))
    const cost = getsOrder(action) ? costOf(action) : 0
    const { userId, ownerId, plan } = action
    const owner = `${ownerId} ${plan.currency}`
    balances.set(owner, (balances.get(owner) ?? 0) + came - cost)
    if (userId !== ownerId) balances.set(`${userId} ${plan.currency}`, 0)
  }
  const expected = [...balances].filter(([wallet, balance]) =>
    rows.some((row) => row.wallet === wallet) ? true : balance !== 0,
  )
  return differ(
    'wallet',
    expected.map((line) => line.join(' ')),
    rows.map(({ wallet, balance }) => [wallet, balance].join(' ')),
  )
}

type OrderRow = {
  id: string
  userId: string
  status: string
  amount: number
  couponCode: string | null
  isWhole: boolean
}

/**
 * An order is processing and paid once, or ended with its money in the wallet. Every order paid in time is processing.
 */
async function compareOrders({ sql }: ChaosSetup, actions: Action[]): Promise<string[]> {
  const rows = await sql<OrderRow[]>`
    select orders.id, user_id, status, amount, coupon_code,
      coalesce((select sum(transfer.amount) from transfer where order_id = orders.id and kind = 'order'), 0)
          = case status when 'processing' then item_price else 0 end
        and (select count(*) from capture join payment on payment.id = payment_id
          where order_id = orders.id and settled_as = 'order') = case status when 'processing' then 1 else 0 end
        as is_whole
    from orders`
  const paid = differ(
    'order',
    actions
      .filter(getsOrder)
      .map((action) => [action.userId, costOf(action), action.plan.couponCode].join(' ')),
    rows
      .filter(({ status }) => status === 'processing')
      .map(({ userId, amount, couponCode }) => [userId, amount, couponCode ?? ''].join(' ')),
  )
  const others = rows.filter(({ status }) => status !== 'processing' && status !== 'cancelled')
  const halves = rows.filter(({ isWhole }) => !isWhole)
  return [
    ...paid,
    ...others.map(({ id, status }) => `order: ${id} is ${status}`),
    ...halves.map(({ id, status }) => `order: ${id} is ${status} and its money is not`),
  ]
}

/** Every captured payment is known, settled and marked as paid. The shop knows no other capture. */
async function comparePayments({ sql }: ChaosSetup, spent: Spent[]): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', capture.gateway, case capture.gateway when 'btcpay' then 'invoice' else gateway_payment_id end, reference, capture.amount, currency, state,
      case when settled_as is null then 'unsettled' else 'settled' end) as line
    from capture join payment on payment.id = payment_id`
  const [held] = await sql<[{ lines: string[] | null }]>`
    select array_agg(concat_ws(' ', kind, reference)) as lines from difference`
  return [
    ...differ(
      'capture',
      spent.map((one) => {
        const { gateway, reference, amount, currency } = one
        return [gateway, idOf(one), reference, amount, currency, 'paid', 'settled'].join(' ')
      }),
      rows.map(({ line }) => line),
    ),
    ...differ(
      'difference',
      spent.filter((one) => !isBooked(one)).map(({ reference }) => `currency ${reference}`),
      held.lines ?? [],
    ),
  ]
}

async function compareCounts(
  { sql }: ChaosSetup,
  { actions, stock }: PaymentAudit,
): Promise<string[]> {
  const [found] = await sql<[{ stock: number; uses: number; sold: number }]>`
    select (select sum(quantity)::int from item) as stock, (select sum(use_count)::int from coupon) as uses,
      (select sum(purchase_count)::int from item) + (select coalesce(sum(count), 0)::int from item_sale) as sold`
  const sold = actions.filter(getsOrder)
  const uses = sold.filter(({ plan }) => plan.couponCode).length
  const expected = { stock: stock - sold.length, uses, sold: sold.length }
  const isSame = JSON.stringify({ ...found }) === JSON.stringify(expected)
  return isSame ? [] : [`counts: ${JSON.stringify(found)} for ${JSON.stringify(expected)}`]
}

async function readFigures({ sql }: ChaosSetup, spent: Spent[]): Promise<Figures> {
  const [counts] = await sql<[{ payments: number; orders: number; processing: number }]>`
    select (select count(*) from payment) as payments, (select count(*) from orders) as orders,
      (select count(*) from orders where status = 'processing') as processing`
  const settled = await sql<{ settledAs: string; count: number }[]>`
    select coalesce(settled_as, 'unsettled') as settled_as, count(*) from capture group by 1 order by 1`
  const sumOf = (currency: string) =>
    sum(spent.filter((one) => one.currency === currency).map(({ amount }) => amount)) / 100
  const settledAs = Object.fromEntries(settled.map((row) => [row.settledAs, row.count]))
  return {
    ...counts,
    captures: spent.length,
    rupees: sumOf('INR'),
    dollars: sumOf('USD'),
    euros: sumOf('EUR'),
    settledAs,
  }
}
