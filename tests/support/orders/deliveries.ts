import type { Input } from '#contract/core/endpoint.ts'
import type { addItem, createGame } from '#contract/catalogue/games.ts'
import { getUser } from '#contract/accounts/users.ts'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import type { JobName } from '#server/platform/jobs/payloads.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { order, readOrder, type Buyer, type PackShop } from './orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

/** Players that the sandbox handles in a special way: see sandbox/suppliers/dispatches.ts. */
export const PLAYERS = {
  good: '123456789',
  unknown: '900000001',
  refused: '900000002',
  lostAndDelivered: '900000003',
  lostAndRefused: '900000004',
  slow: '900000005',
  callbacks: '900000006',
  pending: '900000007',
  down: '900000008',
} as const
export type PlayerName = keyof typeof PLAYERS

/** The name of a game at each supplier. All of them sell a pack 1001 of every game. */
export const GAMES = {
  smileone: { givenGameName: 'mobilelegends' },
  moogold: { givenGameName: '4233885' },
  unipin: { givenGameName: 'mobile-legends' },
  seagm: { givenGameName: '42' },
  lapakgaming: { givenGameName: 'ML', givenRegion: 'id' },
  g2bulk: { givenGameName: 'mlbb' },
  digiflazz: { givenGameName: 'MOBILE LEGENDS' },
} satisfies Record<string, Partial<Input<typeof createGame>>>
type Supplier = keyof typeof GAMES
export const SUPPLIERS = Object.keys(GAMES) as Supplier[]

export type DeliveryShop = PackShop & { provider: Supplier }

type DeliveryOptions = {
  env?: NodeJS.ProcessEnv
  provider?: Supplier
  pack?: Partial<Input<typeof addItem>>
}

/** Opens a shop with one pack, for 100 rupees, from a supplier, and a customer with 1,000 rupees. */
export async function openDeliveryShop(
  t: Parameters<typeof openShop>[0],
  { env = {}, provider = 'unipin', pack = {} }: DeliveryOptions = {},
): Promise<DeliveryShop> {
  const shop = await openShop(t, { env })
  const admin = await signUpAdmin(shop)
  const supplied = await addSuppliedGame({ shop, admin }, provider, pack)
  return { shop, admin, asha: await makeCustomer(shop), ...supplied, provider }
}

/** The same shop with a new customer, who has 1,000 rupees. */
export const withNewCustomer = async (deliveryShop: DeliveryShop): Promise<DeliveryShop> => ({
  ...deliveryShop,
  asha: await makeCustomer(deliveryShop.shop),
})

async function makeCustomer(shop: TestShop): Promise<Buyer> {
  const asha = Object.assign(await signUp(shop, 'Asha Rao'), { gameDetailId: '' })
  await endow(shop.sql, asha.id, 1_000_00)
  return asha
}

/** Adds a game from another supplier to the same shop. */
export async function addSuppliedGame(
  { admin }: Pick<DeliveryShop, 'shop' | 'admin'>,
  provider: Supplier,
  pack: Partial<Input<typeof addItem>> = {},
): Promise<Pick<DeliveryShop, 'game' | 'item'>> {
  const game = await makeGame(admin, { ...GAMES[provider], apiName: provider })
  const serviceId = provider === 'lapakgaming' ? 'ML1001-S2' : '1001'
  const fields = { serviceId, quantity: 10, ...pack }
  return { game, item: await makeItem(admin, game, fields) }
}

/** Buys for a player. A player that the check would refuse is saved while the supplier is down. */
export async function buyFor(
  deliveryShop: Pick<DeliveryShop, 'shop' | 'asha' | 'item' | 'game' | 'provider'>,
  player: PlayerName | { id: string },
  couponCode = '',
): Promise<string> {
  const { shop, asha, item, provider } = deliveryShop
  const playerId = typeof player === 'string' ? PLAYERS[player] : player.id
  const isTurnedAway = playerId === PLAYERS.unknown
  if (isTurnedAway) await breakOutside(shop, { target: provider, kind: 'error' })
  const { gameSlug } = deliveryShop.game
  const saved = await asha.call(createGameDetail, { playerId, zoneId: '', gameSlug, itemSlug: '' })
  if (isTurnedAway) await mendOutside(shop)
  if (saved.status !== 200) throw new Error(saved.message)
  const buyer: Buyer = { ...asha, gameDetailId: saved.data._id }
  const { status, data, message } = await order(buyer, { item, couponCode })
  if (status !== 200) throw new Error(message)
  return data._id
}

/** Waits until an order meets a condition, and returns it. */
export async function waitForOrder(
  { asha }: Pick<DeliveryShop, 'asha'>,
  id: string,
  isMet: (order: OrderWithTimeline) => boolean,
): Promise<OrderWithTimeline> {
  let last: OrderWithTimeline
  await until('the order has come so far', async () => isMet((last = await readOrder(asha, id))))
  return last!
}

export const hasEnded = ({ endedAt }: OrderWithTimeline): boolean => endedAt !== null
export const wordsOf = ({ timeline }: OrderWithTimeline): string[] =>
  timeline.map(({ message }) => message)

type Delivered = {
  provider: string
  reference: string
  serviceId: string
  playerId: string
  zoneId: string
}

/** Lists what the suppliers say they have delivered. */
export async function listDelivered({
  sandboxUrl,
}: Pick<TestShop, 'sandboxUrl'>): Promise<Delivered[]> {
  const response = await fetch(`${sandboxUrl}/books`)
  return ((await response.json()) as { delivered: Delivered[] }).delivered
}

export type StoredDispatch = {
  leg: number
  attempt: number
  state: string
  reason: string | null
  reference: string
  provider: string
  tries: number
  providerOrderId: string | null
  chosen: string
}

export const listDispatches = async (
  { sql }: Pick<TestShop, 'sql'>,
  orderId: string,
): Promise<StoredDispatch[]> => [
  ...(await sql<StoredDispatch[]>`
    select leg, attempt, state, reason, reference, supplier as provider, tries, supplier_order_id as provider_order_id,
      chosen
    from dispatch where order_id = ${orderId} order by attempt, leg`),
]

/** Settles a pending dispatch, as a person at the supplier would. */
export async function settleOutside(
  { sandboxUrl }: Pick<TestShop, 'sandboxUrl'>,
  input: { provider: string; reference?: string; id?: string; outcome: 'delivered' | 'refused' },
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/dispatches/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  if (!response.ok) throw new Error(await response.text())
}

export const balanceOf = async ({ asha }: Pick<DeliveryShop, 'asha'>): Promise<number> =>
  (await asha.call(getUser, {})).data.balance

const NEVER = new Date(8.64e15)
const WAIT_MAX_SECONDS = 3 * 60 * 60

/**
 * Moves the shop's clock from one due delivery step to the next until the condition holds. Returns the seconds that
 * passed.
 */
export const waitUntil = (
  shop: Pick<TestShop, 'wait' | 'sql'>,
  isMet: () => Promise<boolean>,
): Promise<number> => waitForAll([shop], isMet)

/** The same for shops whose orders wait for each other. Their clocks move together. */
export async function waitForAll(
  shops: Pick<TestShop, 'wait' | 'sql'>[],
  isMet: () => Promise<boolean>,
  waitedBefore = 0,
): Promise<number> {
  for (let waited = waitedBefore; waited < WAIT_MAX_SECONDS * 1_000;) {
    const due: Date[] = []
    for (const shop of shops) due.push((await untilIdle(shop, waited)) ?? NEVER)
    if (await isMet()) return waited / 1_000
    const next = Math.min(...due.map((time) => time.getTime()))
    if (next === NEVER.getTime()) throw new Error('The delivery waits for nothing')
    const step = Math.max(0, next - Date.now() - waited) + 100
    for (const shop of shops) shop.wait(step)
    waited += step
  }
  throw new Error('The condition never became true')
}

/** Waits until all due delivery work is done by the moved clock. Returns when the next step is due. */
async function untilIdle({ sql }: Pick<TestShop, 'sql'>, waited: number): Promise<Date | null> {
  let next: Date | null = null
  await until('the deliveries are idle', async () => {
    const [row] = await sql<[{ busy: number; next: Date | null }]>`
      select count(*) filter (where is_held or at <= ${new Date(Date.now() + waited)}) as busy,
        min(at) as next
      from (
        select run_at as at, leased_until > now() as is_held from job
        where name in ('deliver-order', 'send-dispatch', 'trace-dispatch')
        union all
        select trace_at, false from dispatch where trace_at is not null
      ) due`
    next = row.next
    return row.busy === 0
  })
  return next
}

/** Enqueues a job that is already done, as a node would that has lost track of it. */
export const addJob = ({ sql }: Pick<TestShop, 'sql'>, name: JobName, payload: object) => sql`
  insert into job (id, name, payload, run_at, attempts_max)
  values (gen_random_uuid(), ${name}, ${sql.json(payload)}, now(), 12)`

export const countJobsOf = async ({ sql }: Pick<TestShop, 'sql'>): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from job where name in ('deliver-order', 'send-dispatch', 'trace-dispatch')`
  return row.count
}
