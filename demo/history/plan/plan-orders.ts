import { formatExactly } from '#contract/core/money.ts'
import { periodOf, toShopDate } from '#contract/core/period.ts'
import { charge } from '#contract/catalogue/pricing.ts'
import { DEMO_GATEWAY } from '#demo/catalogue/front.ts'
import { createRandom, LETTERS, type Random } from './random.ts'
import { DAY, HOUR, MINUTE } from './rhythm.ts'
import type { Choice, Coupon, GatewayPayment, Order, Outcome, Rate, Step } from './types.ts'

export const GATEWAY = DEMO_GATEWAY
const INVOICE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const SLOT_MS = 2_637 // the shop's invoice numbers begin with the day and its slot of this length
const PAY_WITHIN = 15 * MINUTE

/** Typical seconds until a supplier has delivered. */
const SPEED: Record<string, number> = {
  g2bulk: 14,
  smileone: 24,
  seagm: 38,
  unipin: 46,
  digiflazz: 55,
  lapakgaming: 75,
  moogold: 90,
}

/** Works out every order: price, payment, delivery and timeline. */
export function planOrders(
  choices: readonly Choice[],
  { rates, coupons, now }: { rates: Rate[]; coupons: Coupon[]; now: number },
): Order[] {
  const random = createRandom('outcomes')
  const couponOf = chooseCoupons(choices, coupons)
  return choices.map((choice, index) => {
    const { buyer, pack, at, method } = choice
    const { currency } = buyer
    const rate = rates.findLast((one) => one.at <= at)!.usd
    const priceInr = buyer.role === 'reseller' ? pack.resellerPrice : pack.price
    const coupon = couponOf(index)
    const isSure = coupon?.code === FESTIVAL_COUPON // its two uses stay used
    const outcome = choice.outcome ?? drawOutcome(random, choice, { now, isSure })
    const payment = method === 'upi' ? planPayment(random, at, outcome !== 'unpaid') : null
    const order = {
      ...choice,
      id: random.idAt(at),
      invoice: toInvoice(random, at),
      coupon,
      rate: currency === 'USD' ? rate : null,
      priceInr,
      charge: charge({ price: priceInr, discount: coupon?.discount ?? 0, currency, rate }),
      outcome,
      payment,
      expiresAt: method === 'upi' ? at + PAY_WITHIN : null,
      paidAt: payment ? payment.capturedAt && payment.capturedAt + 900 : at,
    }
    return { ...order, ...planEnd(random, order) }
  })
}

function toInvoice(random: Random, at: number): string {
  const { day, msOfDay } = toShopDate(new Date(at))
  const slot = Math.floor(msOfDay / SLOT_MS)
  const time = [slot >> 10, slot >> 5, slot].map((bits) => INVOICE_LETTERS[bits & 31]).join('')
  return `GS${day.replaceAll('-', '').slice(2)}${time}${random.letters(INVOICE_LETTERS, 8)}`
}

export function planPayment(random: Random, at: number, isPaid: boolean): GatewayPayment {
  return {
    id: random.idAt(at),
    reference: `P${random.letters(LETTERS, 23)}`,
    gatewayId: `plink_${random.letters(LETTERS, 14)}`,
    captureId: random.idAt(at + 1),
    gatewayPaymentId: `pay_${random.letters(LETTERS, 14)}`,
    bankReference: random.letters('0123456789', 12),
    createdAt: at,
    capturedAt: isPaid ? at + random.between(25_000, 110_000) : null,
  }
}

/** Two customers use up the festival coupon, others the welcome coupon for a first order, and some the one for two games. */
function chooseCoupons(choices: readonly Choice[], coupons: Coupon[]) {
  const random = createRandom('coupons')
  const byCode = new Map(coupons.map((coupon) => [coupon.code, coupon]))
  const seen = new Map<string, number>()
  const codes = choices.map(({ buyer, pack, outcome }) => {
    const nth = seen.get(buyer.email) ?? 0
    seen.set(buyer.email, nth + 1)
    if (buyer.role !== 'user' || outcome) return null
    if (nth === 0 && FESTIVAL.includes(buyer.fullName)) return FESTIVAL_COUPON
    if (nth === 0 && pack.price >= 199_00) return 'WELCOME50'
    const isForGame = TWO_GAMES.includes(pack.gameSlug) && pack.price >= 349_00
    return isForGame && random.chance(0.15) ? 'RUNES25' : null
  })
  return (index: number): Coupon | null => byCode.get(codes[index] ?? '') ?? null
}

const FESTIVAL_COUPON = 'DIWALI10'
const FESTIVAL = ['Arjun Menon', 'Sara Thomas']
const TWO_GAMES = ['runeward-legends', 'emberfall-arena']

type Draw = { now: number; isSure: boolean }

function drawOutcome(random: Random, choice: Choice, { now, isSure }: Draw): Outcome {
  const { buyer, pack, at, method } = choice
  const [luck, unpaid] = [random.next(), random.next()]
  if (method === 'upi' && unpaid < 0.06 && !isSure) return 'unpaid'
  if (pack.source === 'manual') return 'delivered by hand'
  if (isSure || buyer.isDemoAccount || at > now - 4 * HOUR) return 'delivered'
  if (luck < 0.022) return 'refused'
  if (luck < 0.028) return 'held'
  const isSettled = at < now - DAY && periodOf(new Date(at)) === periodOf(new Date(at + DAY))
  return luck < 0.038 && isSettled ? 'refunded' : 'delivered'
}

type Ended = Pick<Order, 'deliveredAt' | 'undoneAt' | 'steps'>

function planEnd(
  random: Random,
  order: Pick<Order, 'pack' | 'paidAt' | 'outcome' | 'expiresAt' | 'charge' | 'buyer'>,
): Ended {
  const { pack, outcome, expiresAt, charge, buyer } = order
  const paidAt = order.paidAt ?? 0
  const took = (SPEED[pack.source] ?? 0) * 1_000 * (0.6 + random.next())
  const back = `${formatExactly(charge.amount, buyer.currency)} is back in your wallet`
  const sent = step(paidAt + 1_400, 'processing', 'Sent to the game')
  const delivered = (at: number, isByPerson = false) =>
    step(at, 'completed', 'Delivered to your player', isByPerson)
  switch (outcome) {
    case 'unpaid': {
      const steps = [step(expiresAt!, 'cancelled', 'The order was not paid in time')]
      return { deliveredAt: null, undoneAt: expiresAt, steps }
    }
    case 'refused': {
      const undoneAt = Math.round(paidAt + took + 30_000)
      const words = `The game is out of this pack. ${back}`
      return { deliveredAt: null, undoneAt, steps: [sent, step(undoneAt, 'failed', words)] }
    }
    case 'delivered by hand': {
      const deliveredAt = paidAt + random.between(8 * MINUTE, 65 * MINUTE)
      return { deliveredAt, undoneAt: null, steps: [delivered(deliveredAt, true)] }
    }
    case 'held': {
      const deliveredAt = paidAt + random.between(40 * MINUTE, 150 * MINUTE)
      const lost = 'The game has not confirmed yet: we are asking'
      const checked = 'Our team is checking this delivery'
      const asked = [
        step(paidAt + 31_000, 'processing', lost),
        step(paidAt + 15 * MINUTE, 'processing', checked),
      ]
      return { deliveredAt, undoneAt: null, steps: [sent, ...asked, delivered(deliveredAt, true)] }
    }
    default: {
      const deliveredAt = Math.round(paidAt + took + 4_000)
      const steps = [sent, delivered(deliveredAt)]
      if (outcome === 'delivered') return { deliveredAt, undoneAt: null, steps }
      const undoneAt = deliveredAt + random.between(2 * HOUR, 20 * HOUR)
      const refunded = step(undoneAt, 'refunded', `The order was refunded. ${back}`, true)
      return { deliveredAt, undoneAt, steps: [...steps, refunded] }
    }
  }
}

const step = (at: number, status: Step['status'], words: string, isByPerson = false): Step => ({
  at,
  status,
  words,
  isByPerson,
})
