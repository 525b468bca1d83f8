import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FullItem } from '#contract/catalogue/games.ts'
import { placeWalletOrder } from '#contract/orders/orders.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { GAMES, PLAYERS, SUPPLIERS, type PlayerName } from '#tests/support/orders/deliveries.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { createPerson, signUp, type Member, type Person } from '#tests/support/accounts/people.ts'
import { alsoFrom } from '#tests/support/catalogue/sources.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { COUPON, PRICE } from '#tests/chaos/payments/payers.ts'
import { sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'

type Supplier = (typeof SUPPLIERS)[number]

/** The player names customers buy for, and the share of each in percent. */
const SHARES: Record<PlayerName, number> = {
  good: 68,
  refused: 6,
  lostAndDelivered: 5,
  lostAndRefused: 5,
  callbacks: 5,
  pending: 4,
  down: 3,
  unknown: 3,
  slow: 1,
}
/** The products of a pack at its first and second supplier. No supplier has the product `none`. */
const PACKS = {
  one: [['1001']],
  two: [['1001', '1002']],
  part: [['1001', 'none']],
  either: [['1001'], ['1001']],
  other: [['none'], ['1001', '1002']], // only the second supplier has it, in two parts
} as const
type Pack = keyof typeof PACKS
const DRAWN: Pack[] = [
  ...(['one', 'one', 'one', 'two', 'two', 'part'] as const),
  ...(['either', 'either', 'either', 'other'] as const),
]

export type Purchase = {
  provider: Supplier
  player: PlayerName
  pack: Pack
  couponCode: string
  amount: number // in paise
  zoneId: string // different for each order, so that an order can be found by its player
}

export type Way = { provider: Supplier; products: readonly string[] }

export type Action = Purchase & {
  id: string
  userId: string
  customer: Person
  key: string // of the order in the suppliers' books
  ways: Way[] // any one of them may deliver the order, never two
  heldFor: 'player' | 'person' | null // after time has passed
}

const ORDERS_EACH_MAX = 50 // at most a hundred players are stored, and an hourly limit applies to naming them
const STOCK = 100_000
const ROUNDS = SUPPLIERS.length

export function drawPurchases(
  dice: Dice,
  { orders, isBrief = false }: { orders: number; isBrief?: boolean },
): Purchase[] {
  const players = Object.entries(SHARES).flatMap(([player, share]) =>
    Array.from({ length: share }, () => player as PlayerName),
  )
  const names = Object.keys(SHARES) as PlayerName[]
  return Array.from({ length: orders }, (_, index) => {
    const provider = SUPPLIERS[index % ROUNDS]!
    const drawn = names[index] ?? dice.pick(players) // uses each at least once
    const isPlain =
      (drawn === 'slow' && isBrief) || (drawn === 'pending' && provider === 'smileone')
    const hasCoupon = dice.isHit(0.25)
    return {
      provider,
      player: isPlain ? 'good' : drawn,
      pack: dice.pick(DRAWN),
      couponCode: hasCoupon ? COUPON.couponCode : '',
      amount: hasCoupon ? PRICE - COUPON.discount : PRICE,
      zoneId: String(10_000 + index),
    }
  })
}

type Packs = Record<Supplier, Record<Pack, FullItem>>
type Customer = {
  member: Member
  nodes: Person[]
  purchases: (Purchase & { gameDetailId: string })[]
}

export type Counter = {
  admin: Member
  packs: Packs
  customers: Customer[]
  stock: number // of each pack
  money: number // of each customer
}

/** Makes a game for each supplier, and customers with money who have named all players they will buy for. */
export async function openCounter(
  { urls, sql }: ChaosSetup,
  purchases: Purchase[],
  { atOnce }: { atOnce: number },
): Promise<Counter> {
  const url = urls[0]!
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  await makeCoupon(admin, COUPON)
  const packs = {} as Packs
  for (const provider of SUPPLIERS) packs[provider] = await makePacks(admin, provider)

  const each = Math.min(ORDERS_EACH_MAX, Math.ceil(purchases.length / atOnce))
  const money = each * PRICE
  const customers: Customer[] = []
  await sideBySide(4, Math.ceil(purchases.length / each), async (index) => {
    const member = await signUp({ url }, 'Asha Rao')
    await endow(sql, member.id, money)
    const own: Customer['purchases'] = []
    for (const purchase of purchases.slice(index * each, (index + 1) * each)) {
      const { gameSlug } = packs[purchase.provider][purchase.pack]
      const player = { playerId: PLAYERS[purchase.player], zoneId: purchase.zoneId, itemSlug: '' }
      const { data, message } = await member.call(createGameDetail, { ...player, gameSlug })
      if (!data) throw new Error(message)
      own.push({ ...purchase, gameDetailId: data._id })
    }
    const nodes = urls.map((one) => createPerson(one, member.tokens))
    customers.push({ member, nodes, purchases: own })
  })
  const stock = STOCK * SUPPLIERS.length * Object.keys(PACKS).length
  return { admin, packs, customers, stock, money }
}

async function makePacks(admin: Member, provider: Supplier): Promise<Record<Pack, FullItem>> {
  const game = await makeGame(admin, {
    ...GAMES[provider],
    apiName: provider,
    inputFieldTwo: 'Zone',
  })
  const packs = {} as Record<Pack, FullItem>
  for (const pack of Object.keys(PACKS) as Pack[]) {
    const [own, ...others] = listWays(provider, pack)
    packs[pack] = await makeItem(admin, game, {
      serviceId: toServiceId(own!),
      sources: others.map((way) => alsoFrom(way.provider, toServiceId(way))),
      sellingPrice: PRICE,
      quantity: STOCK,
    })
  }
  return packs
}

/** The second supplier of a game is the next one in the list. */
const listWays = (provider: Supplier, pack: Pack): Way[] =>
  PACKS[pack].map((products, index) => ({
    provider: SUPPLIERS[(SUPPLIERS.indexOf(provider) + index) % ROUNDS]!,
    products,
  }))

const toServiceId = ({ provider, products }: Way): string =>
  products
    .map((product) =>
      provider === 'lapakgaming' && product !== 'none' ? `ML${product}-S2` : product,
    )
    .join('&')

const TRIES_MAX = 600
const TRY_AGAIN_MS = 50

/** Sends an order to one node after another until it is acknowledged. The idempotency key keeps it one order. */
export async function buy(
  { packs }: Pick<Counter, 'packs'>,
  { member, nodes }: Customer,
  { gameDetailId, ...purchase }: Customer['purchases'][number],
): Promise<Action> {
  const { gameSlug, itemSlug } = packs[purchase.provider][purchase.pack]
  const { couponCode } = purchase
  const chosen = { gameSlug, itemSlug, gameDetailId, couponCode, currency: 'INR' } as const
  const idempotencyKey = randomUUID()
  let last = 'nobody answers'
  for (let tried = Number(purchase.zoneId), end = tried + TRIES_MAX; tried < end; tried++) {
    const node = nodes[tried % nodes.length]!
    const answer = await node
      .call(placeWalletOrder, { ...chosen, idempotencyKey })
      .catch(() => null)
    if (answer?.status === 200)
      return {
        ...purchase,
        id: answer.data._id,
        userId: member.id,
        customer: member,
        key: `${PLAYERS[purchase.player]}${purchase.zoneId}`,
        ways: listWays(purchase.provider, purchase.pack),
        heldFor: null,
      }
    last = answer?.message ?? last
    await sleep(TRY_AGAIN_MS)
  }
  throw new Error(last)
}
