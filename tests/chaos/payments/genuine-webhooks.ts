import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { fromHundredths } from '#contract/core/money.ts'
import { addForeignMoney, addMoney } from '#contract/money/wallet.ts'
import { placeUpiOrder } from '#contract/orders/orders.ts'
import { choosePaymentGateway, refundPayment, type GatewayName } from '#contract/money/payments.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { payAt, type PayInput } from '#tests/support/money/payments.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { until } from '#tests/support/shop/wait.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { enter, gatewayAt } from './payer-pages.ts'
import { PRICE, priceIn, RATES, type PaidIn, type Spent } from './payers.ts'
import { post, type Recorder } from './recorder.ts'
import type { Sent } from './webhook-proofs.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { connectorOf, UPI_GATEWAYS } from '#tests/support/money/connectors.ts'

export type Genuine = {
  messages: Sent[]
  references: string[]
  unpaid: Record<GatewayName, string[]>
  spent: Spent[]
  refunded: Refunded[]
}

export type Refunded = { id: string; amount: number; currency: PaidIn; userId: string }

type Setting = { setup: ChaosSetup; recorder: Recorder; admin: Member; spent: Spent[] }
type Begun = { userId: string; url: string; amount: number; currency: PaidIn }

type Target = { gateway: GatewayName; currency: PaidIn }

const TARGETS: Target[] = [
  ...UPI_GATEWAYS.map((gateway) => ({ gateway, currency: 'INR' as const })),
  { gateway: 'paypal', currency: 'USD' },
  { gateway: 'btcpay', currency: 'USD' },
]

/**
 * Makes payments at every gateway that the shop has not heard of, because their events went to the recorder. Some are
 * by UPI code. One payment of each gateway that sends money back is known to the shop and refunded.
 */
export async function makeGenuine(setup: ChaosSetup, recorder: Recorder): Promise<Genuine> {
  const admin = await signUp({ url: setup.urls[0]! }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const game = await makeGame(admin)
  const item = await makeItem(admin, game, { sellingPrice: PRICE })
  const setting: Setting = { setup, recorder, admin, spent: [] }
  const unpaid = {} as Genuine['unpaid']
  const refunded: Refunded[] = []
  const paying: Promise<void>[] = []
  await admin.call(setRate, { USD: RATES.USD, follow: false })
  for (const target of TARGETS) {
    const { gateway } = target
    const begun = await begin(setting, target, { game, item })
    const payAll = async (): Promise<void> => {
      const [known, topUp, order, failed, waiting] = begun as [Begun, Begun, Begun, Begun, Begun]
      if (connectorOf(gateway).sendsBack) refunded.push(await refund(setting, known))
      await pay(setting, topUp)
      await pay(setting, order)
      unpaid[gateway] = [
        await pay(setting, failed, { outcome: 'failure' }),
        await pay(setting, waiting, { outcome: 'pending' }),
      ]
    }
    paying.push(payAll())
  }
  await Promise.all(paying)
  const rows = await setup.sql<{ reference: string }[]>`select reference from payment`
  const references = rows.map(({ reference }) => reference)
  return { messages: recorder.heard.slice(), references, unpaid, spent: setting.spent, refunded }
}

type Goods = { game: FullGame; item: FullItem }

/** Starts two wallet payments, by UPI code where there is one, and three order payments. Returns their pages. */
async function begin(
  { setup: { urls, sql }, admin }: Setting,
  target: Target,
  { game, item }: Goods,
): Promise<Begun[]> {
  const { currency } = target
  const customer = await signUp({ url: urls[0]! }, 'Asha Rao')
  const { id: userId } = customer
  await proveEmail({ sql }, customer) // strangers may have fewer unpaid orders at once
  const begun: Begun[] = []
  await choose(admin, target, { hasCode: true })
  for (const amount of currency === 'INR' ? [500_25, 2_000_00] : [5_25, 20_00]) {
    const { data } =
      currency === 'INR'
        ? await customer.call(addMoney, { amount })
        : await customer.call(addForeignMoney, { amount: fromHundredths(amount, currency) })
    begun.push({ userId, url: (await enter(data.payment_url!))!, amount, currency })
  }
  await choose(admin, target, { hasCode: false })
  const { gameSlug, itemSlug } = item
  const amount = priceIn(currency, PRICE)
  for (const playerId of ['200000001', '200000002', '200000003']) {
    const gameDetailId = await makePlayer(customer, game, playerId) // an order for the same player would be resumed
    const bought = { gameSlug, itemSlug, couponCode: '', gameDetailId, currency }
    const { data } = await customer.call(placeUpiOrder, bought)
    begun.push({ userId, url: (await enter(data.payment_url!))!, amount, currency })
  }
  await sql`update payment set ask_at = null` // so that only a gateway event makes the shop ask
  return begun
}

async function choose(
  admin: Member,
  { gateway, currency }: Target,
  { hasCode }: { hasCode: boolean },
): Promise<void> {
  const { status, message } = await admin.call(choosePaymentGateway, {
    active: currency === 'INR' ? gateway : 'razorpay',
    foreign: currency === 'USD' ? [gateway] : [],
    upiCodes: hasCode && connectorOf(gateway).makesUpiCodes ? [gateway] : [],
  })
  if (status !== 200) throw new Error(message)
}

/** Pays, and returns the payment's reference. */
async function pay(
  { setup, recorder, spent }: Setting,
  begun: Begun,
  options: PayInput = {},
): Promise<string> {
  const { userId, url, amount, currency } = begun
  const { reference, gatewayPaymentId } = await payAt(setup, url, options)
  if (options.outcome) return reference
  const gateway = gatewayAt(url)
  const paid = { gateway, reference, gatewayPaymentId, amount, currency, asked: currency }
  spent.push({ ...paid, userId, at: Date.now() })
  await untilHeard(recorder, reference)
  return reference
}

const untilHeard = ({ heard }: Recorder, reference: string) =>
  until(`word of ${reference}`, () => heard.some(({ body }) => body.includes(reference)))

async function refund(setting: Setting, begun: Begun): Promise<Refunded> {
  const { setup, recorder, admin } = setting
  const reference = await pay(setting, begun)
  for (const sent of recorder.heard)
    if (sent.body.includes(reference)) await post(setup.urls[0]!, sent)
  const find = () => setup.sql<{ id: string }[]>`
    select capture.id from capture join payment on payment.id = payment_id
    where reference = ${reference} and settled_as is not null`
  await until(`${reference} is known`, async () => (await find()).length > 0)
  const [capture] = await find()
  const amount = begun.amount / 5
  const { data } = await admin.call(refundPayment, { id: capture!.id, amount, note: '' })
  await untilHeard(recorder, data.reference)
  await until('nobody is at it', async () => {
    await setup.sql`update payout set ask_at = null`
    const jobs = await setup.sql`select from job where name in ('send-payout', 'ask-payout')`
    return jobs.length === 0
  })
  const { currency, userId } = begun
  return { id: data._id, amount, currency, userId }
}
