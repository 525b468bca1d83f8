import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FullItem } from '#contract/catalogue/games.ts'
import { listOrders, payOrder, placeUpiOrder } from '#contract/orders/orders.ts'
import type { GatewayMethod, GatewayName } from '#contract/money/payments.ts'
import { convert, fromHundredths, toHundredths, type Currency } from '#contract/core/money.ts'
import { addForeignMoney, addMoney } from '#contract/money/wallet.ts'
import type { Buyer } from '#tests/support/orders/orders.ts'
import { payAt, type PayInput } from '#tests/support/money/payments.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import { closesWithFailure, enter, gatewayAt } from './payer-pages.ts'

export const COUPON = { couponCode: 'CHAOS', discount: 40_25 }
export const PRICE = 249_50
export const RATES = { USD: 0.0125, EUR: 0.0115 }

/** Rupees, dollars, and a currency that the shop's owner adds. */
export type PaidIn = 'INR' | keyof typeof RATES

/**
 * The ways customers pay, with shares in percent. `pays` means that the full amount is paid in time, which gets the
 * order.
 */
const WAYS = {
  'pays at once': { share: 30, pays: true },
  'fails first': { share: 12, pays: true },
  'waits for the bank': { share: 12, pays: true },
  'pays again on the same page': { share: 8, pays: true },
  'pays on two pages': { share: 8, pays: true },
  'pays another amount': { share: 8, pays: false },
  'pays in another currency': { share: 3, pays: false },
  'pays too late': { share: 10, pays: false },
  'fails for good': { share: 5, pays: false },
  'never pays': { share: 4, pays: false },
} as const
type Way = keyof typeof WAYS

export type Plan = {
  way: Way
  purpose: 'order' | 'top-up'
  couponCode: string
  currency: PaidIn // asked for
  method: GatewayMethod
  amount: number // in hundredths
  offBy: number // how far another amount is off
  webhook: 'once' | 'twice' | 'never'
  comesBack: boolean
}

/** Money that left a customer, by their own and their bank's account. */
export type Spent = {
  gateway: GatewayName
  reference: string
  gatewayPaymentId: string
  userId: string
  amount: number // in hundredths
  currency: string
  asked: Currency
  at: number
}

/** The owner is the account whose wallet gets what an order didn't cost: the buyer's, or the one that claims the guest. */
export type Customer = { buyer: Buyer; nodes: Person[]; ownerId: string }
export type Action = {
  userId: string
  ownerId: string
  plan: Plan
  spent: Spent[]
  payAgain?: () => Promise<void> // while the page exists
  payLate?: () => Promise<void> // after the page has expired
}

/** Draws `count` plans, using each way in proportion to its share. */
export function drawPlans(dice: Dice, count: number): Plan[] {
  const deck = Object.entries(WAYS).flatMap(([way, { share }]) => Array(share).fill(way)) as Way[]
  const offset = dice.below(deck.length)
  return Array.from({ length: count }, (_, index) =>
    drawPlan(dice, deck[(offset + index * STRIDE) % deck.length]!),
  )
}

const STRIDE = 37 // has no factor in common with a hundred, so each index comes up once

function drawPlan(dice: Dice, way: Way): Plan {
  const purpose = dice.isHit(0.7) ? 'order' : 'top-up'
  const couponCode = purpose === 'order' && dice.isHit(0.4) ? COUPON.couponCode : ''
  const currency = dice.isHit(0.4) ? dice.pick(['USD', 'USD', 'EUR'] as const) : 'INR'
  const price = PRICE - (couponCode ? COUPON.discount : 0)
  return {
    way,
    purpose,
    couponCode,
    currency,
    method: dice.pick(
      METHODS[currency].filter((one) => one !== 'bitcoin' || BITCOIN_WAYS.has(way)),
    ),
    amount: purpose === 'order' ? priceIn(currency, price) : 100_00 + dice.below(400_00),
    offBy: dice.pick([-1, 1, 100_00]),
    webhook: dice.pick(['once', 'twice', 'never']),
    comesBack: dice.isHit(0.35),
  }
}

/** UPI at every gateway that takes rupees. The others at most of them. */
const METHODS: Record<PaidIn, GatewayMethod[]> = {
  INR: ['upi', 'upi', 'card', 'netbanking'],
  USD: ['card', 'paypal', 'bitcoin'],
  EUR: ['card', 'paypal', 'bitcoin'],
}

/** Coins can't fail, and BTCPay Server reckons with the invoice's currency alone. */
const BITCOIN_WAYS = new Set<Way>([
  'pays at once',
  'waits for the bank',
  'pays again on the same page',
  'pays too late',
  'never pays',
])

export const priceIn = (currency: PaidIn, paise: number): number =>
  currency === 'INR' ? paise : toHundredths(convert(paise, currency, RATES[currency]), currency)

export const getsOrder = ({ plan }: Action): boolean =>
  plan.purpose === 'order' && WAYS[plan.way].pays

type PayerSetup = { sandboxUrl: string; item: FullItem }

/** Buys a pack or tops up the wallet, from start to end. Steps for later are returned as functions. */
export async function carryOut(setup: PayerSetup, customer: Customer, plan: Plan): Promise<Action> {
  const { buyer, ownerId } = customer
  const userId = buyer.id
  const action: Action = { userId, ownerId, plan, spent: [] }
  const page = await begin(setup, customer, plan)
  const gateway = gatewayAt(page)
  async function pay(options: PayInput = {}, at = page): Promise<void> {
    const { webhook, comesBack, amount, currency: asked } = plan
    const answer = await payAt(setup, at, { webhook, return: comesBack, ...options })
    if ((options.outcome ?? 'success') !== 'success') return
    const { currency = asked } = options
    const minor = options.amount === undefined ? amount : Math.round(options.amount * 100)
    const { reference, gatewayPaymentId } = answer
    const paid = { reference, gatewayPaymentId, amount: minor, currency, asked, userId }
    action.spent.push({ ...paid, gateway: gatewayAt(at), at: Date.now() })
  }
  const actions: Record<Way, () => Promise<void>> = {
    'pays at once': () => pay(),
    'fails first': async () => {
      await pay({ outcome: 'failure' })
      await pay()
    },
    'waits for the bank': async () => {
      await pay({ outcome: 'pending', return: false })
      await pay()
    },
    'pays again on the same page': async () => {
      await pay()
      if (SHOWS_ALL.includes(gateway)) action.payAgain = () => pay({ again: true })
    },
    'pays on two pages': async () => {
      await pay({ outcome: 'failure', return: true })
      const other =
        plan.purpose === 'order' && closesWithFailure(page) && (await openAnother(customer, page))
      if (other) await pay({}, other)
      await pay()
    },
    'pays another amount': () => pay({ amount: (plan.amount + plan.offBy) / 100 }),
    'pays in another currency': () => pay({ currency: plan.currency === 'INR' ? 'USD' : 'INR' }),
    'pays too late': async () => {
      await pay({ outcome: 'pending', return: false })
      action.payLate = () => pay()
    },
    'fails for good': () => pay({ outcome: 'failure' }),
    'never pays': async () => {},
  }
  await actions[plan.way]()
  return action
}

/** Gateways that accept a second payment on the same page. The others show only one. */
const SHOWS_ALL: GatewayName[] = ['razorpay', 'cashfree', 'phonepe', 'btcpay']

async function begin({ item }: PayerSetup, customer: Customer, plan: Plan): Promise<string> {
  const idempotencyKey = randomUUID()
  const { gameDetailId } = customer.buyer
  const { gameSlug, itemSlug } = item
  const chosen = { gameSlug, itemSlug, gameDetailId, couponCode: plan.couponCode }
  const { currency, method } = plan
  const { data } = await retryUntilAnswered<{ payment_url?: string }>(customer, (person) =>
    plan.purpose === 'order'
      ? person.call(placeUpiOrder, {
          ...chosen,
          currency,
          method,
          totalMax: plan.amount / 100,
          idempotencyKey,
        })
      : currency === 'INR'
        ? person.call(addMoney, { amount: plan.amount, method, idempotencyKey })
        : person.call(addForeignMoney, {
            amount: fromHundredths(plan.amount, currency),
            currency,
            method,
            idempotencyKey,
          }),
  )
  const page = await enter(data.payment_url!)
  if (!page) throw new Error(`${data.payment_url} does not lead to a gateway`)
  return page
}

const PATIENCE_MS = 180_000
const WAIT_MS = 20

type Answered<Data> = { status: number; message: string; data: Data }

/** Resends as a browser does if there is no answer, or one that decides nothing. Any node may get it. */
export async function retryUntilAnswered<Data>(
  { nodes }: Pick<Customer, 'nodes'>,
  send: (person: Person) => Promise<Answered<Data>>,
): Promise<Answered<Data>> {
  const until = Date.now() + PATIENCE_MS
  for (let tried = 0; Date.now() < until; tried++) {
    const answer = await send(nodes[tried % nodes.length]!).catch(() => null)
    if (answer?.status === 200) return answer
    if (answer && answer.status < 500) throw new Error(`${answer.status}: ${answer.message}`)
    await sleep(WAIT_MS)
  }
  throw new Error('no answer in a minute')
}

const LOOKS = 30

/** Opens a new page for the last order, once the shop knows that the first one can't be paid. */
async function openAnother(customer: Customer, first: string): Promise<string | null> {
  const list = { page: 1, limit: 1, search: '', sort: '-createdAt' } as const
  const { data } = await retryUntilAnswered(customer, (person) => person.call(listOrders, list))
  const { _id: id } = data.orders[0]!
  for (let looked = 0; looked < LOOKS; looked++) {
    const { data: opened } = await retryUntilAnswered(customer, (person) =>
      person.call(payOrder, { id }),
    )
    const page = await enter(opened.payment_url!)
    if (page && page !== first) return page
    await sleep(3 * WAIT_MS)
  }
  return null
}
