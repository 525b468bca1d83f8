import { setTimeout as sleep } from 'node:timers/promises'
import type { FullItem } from '#contract/catalogue/games.ts'
import { setCurrencyRate, setRate } from '#contract/catalogue/rate.ts'
import { login } from '#contract/accounts/auth.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { getPaymentNeeds } from '#contract/money/payment-needs.ts'
import { until } from '#tests/support/shop/wait.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { editUser } from '#contract/accounts/users.ts'
import { createPerson, newPhone, signUp, type Member } from '#tests/support/accounts/people.ts'
import { beginGuest } from '#tests/support/orders/guests.ts'
import type { Buyer } from '#tests/support/orders/orders.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { auditPayments, type Figures } from '#tests/chaos/audit/audit-payments.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import {
  carryOut,
  COUPON,
  drawPlans,
  PRICE,
  RATES,
  retryUntilAnswered,
  type Customer,
  type Action,
} from './payers.ts'
import { breakGateways, mendGateways, moveDowntime } from './gateway-faults.ts'
import { pass, settleDown } from '#tests/chaos/pass-time.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { connectorOf, UPI_GATEWAYS } from '#tests/support/money/connectors.ts'
import { moreMethodsOf } from '#server/money/gateways/methods.ts'

export type PayReport = Figures & {
  seed: number
  kills: number
  seconds: number
  wrong: string[]
  fault: string | null // from the verifier
  audit: string[]
}

type Options = { payments: number; seed: number; atOnce: number }

const STOCK = 1_000_000
const PLANS_EACH = 5 // a customer can have no more unpaid orders at once
const TURNS_MIN = 5
const TURNS = 36

/**
 * Many customers pay in many ways and three currencies, through all gateways in turn. Half of them order as guests with
 * their own email, and sign in afterwards. Some gateways show UPI codes in half of the time. Meanwhile three in ten
 * gateway requests fail. Gateway events come forged, twice, late, out of order or never. Then the shop is compared with
 * the gateways' books.
 */
export async function payUnderFaults(setup: ChaosSetup, options: Options): Promise<PayReport> {
  const dice = createDice(options.seed)
  const startedAt = Date.now()
  const packShop = await openPackShop(setup, Math.ceil(options.payments / PLANS_EACH))
  await breakGateways(setup)
  const killing = killNow(setup, dice)
  const { actions, wrong } = await payAll(setup, packShop, { dice, ...options })
  const kills = await killing.stop()

  await pass(setup, 1) // payments without an event are asked about, and some of those requests fail
  await settleDown(setup)
  for (const { payAgain } of actions) await payAgain?.()
  await mendGateways(setup)
  await pass(setup, 2) // payments approved at PayPal are taken while their orders wait
  await settleDown(setup)
  await pass(setup, 16) // unpaid orders expire
  await settleDown(setup)
  await breakGateways(setup)
  for (const { payLate } of actions) await payLate?.()
  await settleDown(setup)
  await mendGateways(setup)
  for (const minutes of [65, 65]) {
    await pass(setup, minutes)
    await settleDown(setup)
  }
  const audit = await auditPayments(setup, { actions, stock: STOCK })
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const { seed } = options
  return { ...audit, seed, kills, seconds, wrong: [...wrong, ...audit.wrong] }
}

type Buying = Customer & { buyer: Member; guests: Buyer[]; players: string[] }
type PackShop = { admin: Member; item: FullItem; customers: Buying[] }

async function openPackShop({ urls, sql }: ChaosSetup, count: number): Promise<PackShop> {
  const url = urls[0]!
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  const game = await makeGame(admin)
  const item = await makeItem(admin, game, { sellingPrice: PRICE, quantity: STOCK })
  await makeCoupon(admin, COUPON)
  await admin.call(setRate, { USD: RATES.USD, follow: false })
  await admin.call(setCurrencyRate, { currency: 'EUR', rate: RATES.EUR, follow: false })
  for (const node of urls.map((one) => createPerson(one, admin.tokens)))
    await until('the node takes euros', async () => {
      const { status } = await node.call(getPaymentNeeds, { currency: 'EUR' })
      return status === 200
    })
  const customers: Buying[] = []
  await sideBySide(4, count, async () => {
    const member = await signUp({ url }, 'Asha Rao')
    await proveEmail({ sql }, member) // strangers may have fewer unpaid orders at once
    const players: string[] = [] // one for each purchase: an unpaid order for the same player is resumed
    for (let nth = 0; nth < PLANS_EACH; nth++)
      players.push(await makePlayer(member, game, String(200000000 + nth)))
    const buyer = Object.assign(member, { gameDetailId: players[0]! })
    const guests: Buyer[] = [] // one for each purchase
    for (let nth = 0; nth < PLANS_EACH && customers.length % 2 === 1; nth++)
      guests.push(await beginGuestWithPhone({ url }, game, buyer.email))
    const nodes = urls.map((one) => createPerson(one, buyer.tokens))
    customers.push({ buyer, ownerId: buyer.id, guests, players, nodes })
  })
  return { admin, item, customers }
}

/** Some gateways need a phone number. */
async function beginGuestWithPhone(...to: Parameters<typeof beginGuest>): Promise<Buyer> {
  const guest = await beginGuest(...to)
  const { status, message } = await guest.call(editUser, { phone: newPhone() })
  if (status !== 200) throw new Error(message)
  return guest
}

/** Runs `count` pieces of work, with at most `atOnce` at the same time. */
export async function sideBySide(
  atOnce: number,
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const loops = Array.from({ length: Math.min(atOnce, count) }, async () => {
    while (next < count) await work(next++)
  })
  await Promise.all(loops)
}

async function payAll(
  setup: ChaosSetup,
  { admin, item, customers }: PackShop,
  { dice, payments, atOnce }: Options & { dice: Dice },
) {
  const plans = drawPlans(dice, payments)
  const actions: Action[] = []
  const wrong: string[] = []
  const length = Math.max(TURNS_MIN, Math.ceil(payments / TURNS))
  let begun = 0
  await sideBySide(atOnce, customers.length, async (index) => {
    const { buyer, guests, players, nodes } = customers[index]!
    const own = plans.slice(index * PLANS_EACH, (index + 1) * PLANS_EACH)
    for (const [nth, plan] of own.entries()) {
      const turn = begun++ / length
      if (Number.isInteger(turn)) {
        await moveDowntime(setup, turn)
        await choose(setup, admin, turn)
      }
      const guest = plan.purpose === 'order' ? guests[nth] : undefined
      const both = guest ? setup.urls.map((url) => createPerson(url, guest.tokens)) : nodes
      const customer = {
        buyer: guest ?? { ...buyer, gameDetailId: players[nth]! },
        ownerId: buyer.id,
        nodes: nth % 2 === 0 ? both : both.toReversed(),
      }
      const payerSetup = { sandboxUrl: setup.sandboxUrl, item }
      await carryOut(payerSetup, customer, plan).then(
        (action) => void actions.push(action),
        (error: unknown) => void wrong.push(`${plan.way}, ${plan.purpose}: ${String(error)}`),
      )
    }
    const { email, password } = buyer
    await retryUntilAnswered({ nodes }, (person) => person.call(login, { email, password }))
  })
  return { actions, wrong }
}

const FOREIGN = ['stripe', 'paypal', 'btcpay'] as const

/** Makes the next gateway the one for new payments. All others stand in for it. UPI codes come and go. */
async function choose({ urls }: ChaosSetup, { tokens }: Member, turn: number): Promise<void> {
  const active = UPI_GATEWAYS[turn % UPI_GATEWAYS.length]!
  const standIns = UPI_GATEWAYS.filter((name) => name !== active)
  const hasCodes = (turn + Math.floor(turn / UPI_GATEWAYS.length)) % 2 === 0
  const upiCodes = UPI_GATEWAYS.filter((name) => hasCodes && connectorOf(name).makesUpiCodes)
  const offered = Object.fromEntries(
    UPI_GATEWAYS.map((name) => [name, moreMethodsOf(connectorOf(name)).slice(0, 2)]),
  )
  const chosen = { active, standIns, upiCodes, foreign: [...FOREIGN], offered }
  for (let tried = 0; ; tried++) {
    const admin = createPerson(urls[tried % urls.length]!, tokens)
    const answer = await admin.call(choosePaymentGateway, chosen).catch(() => null)
    if (answer?.status === 200) return
    if (answer && answer.status < 500) throw new Error(answer.message)
    await sleep(20)
  }
}

/** Kills a node every second or two, never all of them at once. */
export function killNow({ urls, killNode }: ChaosSetup, dice: Dice, pauseMs = 500) {
  const stopping = new AbortController()
  let kills = 0
  const loop = async (): Promise<void> => {
    for (; killNode; kills++) {
      await sleep(pauseMs + dice.below(4 * pauseMs), undefined, { signal: stopping.signal })
      await killNode(kills % urls.length)
    }
  }
  const ended = loop().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return {
    async stop(): Promise<number> {
      stopping.abort()
      await ended
      return kills
    },
  }
}
