import { listDelivered } from '#tests/support/orders/deliveries.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { auditBooks } from './audit-books.ts'
import { differ } from './audit-payments.ts'
import type { Action, Way } from '#tests/chaos/deliveries/buyers.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

export type Figures = {
  orders: number
  delivered: number // orders
  refunded: number
  products: number // delivered by suppliers
  byPerson: number // ended by a person
  parts: number // of those, packs that were delivered in part
  byCustomer: number // taken by customers themselves
  elsewhere: number // of all products, those requested from a second supplier
  dispatches: number
  sentAgain: number
}

type DeliveryAudit = { actions: Action[]; stock: number; money: number }
type Got = { provider: string; product: string }
type Books = Map<string, Got[]> // the products each player received

/** Keys deliveries by player. No two orders share a player, so both sides can find an order by it. */
export async function readBooks(setup: ChaosSetup): Promise<Books> {
  const books: Books = new Map()
  for (const { provider, playerId, zoneId, serviceId } of await listDelivered(setup)) {
    const product = /\d{4}/.exec(serviceId)?.[0] ?? serviceId
    books.getOrInsertComputed(`${playerId}${zoneId}`, () => []).push({ provider, product })
  }
  return books
}

/** Compares the shop's orders and money with what the suppliers delivered. */
export async function auditDeliveries(setup: ChaosSetup, seen: DeliveryAudit) {
  const books = await readBooks(setup)
  const ends = await readEnds(setup)
  const wrong = [
    ...compareBooks(seen.actions, books),
    ...compareOrders(seen.actions, ends, books),
    ...(await compareWallets(setup, seen, ends)),
    ...(await compareStock(setup, seen, ends)),
    ...(await findWaiting(setup)),
  ]
  await seal(setup.sql)
  const { fault } = await verifyLedger(setup.sql)
  const figures = await readFigures(setup, { actions: seen.actions, ends, books })
  return { ...figures, wrong, fault, audit: await auditBooks(setup.sql) }
}

type End = { id: string; status: string; heldFor: string | null; lines: string[] }

/** Reads each order with the wallet lines that it caused. */
async function readEnds({ sql }: ChaosSetup): Promise<Map<string, End>> {
  const rows = await sql<End[]>`
    select id, status, held_for, coalesce((
      select array_agg(posting.amount::text order by posting.transfer)
      from posting join transfer on number = transfer
      where order_id = orders.id and posting.user_id = orders.user_id), '{}') as lines
    from orders`
  return new Map(rows.map((row) => [row.id, row]))
}

/** No player received anything that was not ordered for them. */
function compareBooks(actions: Action[], books: Books): string[] {
  const ordered = new Set(actions.map(({ key }) => key))
  const others = [...books].filter(([key]) => !ordered.has(key))
  return others.map(([key, got]) => `books: ${key} has ${tell(got)} and no order`)
}

const isRefunded = ({ status }: End) => status === 'failed' || status === 'refunded'

/** Each order is delivered and paid once, or refunded once. Only a person may settle a partly delivered pack. */
function compareOrders(actions: Action[], ends: Map<string, End>, books: Books): string[] {
  const missing = actions
    .filter(({ id }) => !ends.has(id))
    .map(({ id }) => `order: ${id} is missing`)
  const known = new Set(actions.map(({ id }) => id))
  const more = [...ends.keys()].filter((id) => !known.has(id))
  const wrong = actions.flatMap((action) => {
    const end = ends.get(action.id)
    if (!end || isRight(action, end, books.get(action.key) ?? [])) return []
    const { id, key, player, pack, heldFor } = action
    const got = tell(books.get(key) ?? [])
    return [
      `order: ${id} (${key}, ${player}, ${pack}, held for ${heldFor}) got ${got}: ${JSON.stringify(end)}`,
    ]
  })
  return [...missing, ...more.map((id) => `order: ${id} is too much`), ...wrong]
}

const tell = (got: Got[]): string =>
  got.map(({ provider, product }) => `${provider} ${product}`).join() || 'nothing'

function isRight(action: Action, end: End, got: Got[]): boolean {
  const [paid, back] = [String(-action.amount), String(action.amount)]
  if (end.status === 'completed') return isWhole(action, got) && end.lines.join() === paid
  const isPart = isSomeOf(action, got) && action.heldFor === 'person'
  return isRefunded(end) && end.lines.join() === `${paid},${back}` && (got.length === 0 || isPart)
}

/** A single supplier delivered the whole pack, and no other supplier delivered any of it. */
export const isWhole = ({ ways }: Action, got: Got[]): boolean =>
  ways.some((way) => tell(toGot(way)) === tell(sort(got)))

/** A single supplier delivered a part of the pack. */
const isSomeOf = ({ ways }: Action, got: Got[]): boolean =>
  got.length > 0 &&
  ways.some((way) => {
    const whole = new Set(toGot(way).map((one) => tell([one])))
    const parts = got.map((one) => tell([one]))
    const isEachOnce = new Set(parts).size === parts.length
    return isEachOnce && parts.length < whole.size && parts.every((part) => whole.has(part))
  })

const toGot = ({ provider, products }: Way): Got[] =>
  sort(products.map((product) => ({ provider, product })))

const sort = (got: Got[]): Got[] =>
  got.toSorted((one, other) => one.product.localeCompare(other.product))

/** Each customer has their initial balance less the price of their delivered orders. */
async function compareWallets(
  { sql }: ChaosSetup,
  { actions, money }: DeliveryAudit,
  ends: Map<string, End>,
) {
  const rows = await sql<{ userId: string; balance: number }[]>`
    select user_id, sum(amount)::bigint as balance from posting where currency = 'INR' group by user_id`
  const balances = new Map<string, number>()
  for (const { id, userId, amount } of actions) {
    const cost = ends.get(id)?.status === 'completed' ? amount : 0
    balances.set(userId, (balances.get(userId) ?? money) - cost)
  }
  return differ(
    'wallet',
    [...balances].map((line) => line.join(' ')),
    rows.map(({ userId, balance }) => [userId, balance].join(' ')),
  )
}

async function compareStock({ sql }: ChaosSetup, { stock }: DeliveryAudit, ends: Map<string, End>) {
  const [found] = await sql<[{ stock: number }]>`select sum(quantity)::int as stock from item`
  const sold = ends
    .values()
    .filter(({ status }) => status === 'completed')
    .toArray().length
  return found.stock === stock - sold ? [] : [`stock: ${found.stock} for ${stock - sold}`]
}

async function findWaiting({ sql }: ChaosSetup): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', 'dispatch', reference, supplier, state) as line from dispatch where ended_at is null
    union all
    select concat_ws(' ', 'order', id, status, held_for) from orders
    where status in ('pending', 'processing') or held_for is not null
    union all
    select concat_ws(' ', 'job', name, payload::text, last_error) from job
    where name in ('deliver-order', 'send-dispatch', 'trace-dispatch') or attempts >= attempts_max`
  return rows.map(({ line }) => `waits: ${line}`)
}

type AuditedBooks = { actions: Action[]; ends: Map<string, End>; books: Books }

async function readFigures(
  { sql }: ChaosSetup,
  { actions, ends, books }: AuditedBooks,
): Promise<Figures> {
  const [counts] = await sql<[Pick<Figures, 'dispatches' | 'sentAgain' | 'elsewhere'>]>`
    select count(*) as dispatches, count(*) filter (where tries > 1) as sent_again,
      (select count(*) from (
        select from dispatch group by order_id having count(distinct supplier) > 1) two) as elsewhere
    from dispatch`
  const count = (isSo: (action: Action) => boolean) => actions.filter(isSo).length
  const statusOf = ({ id }: Action) => ends.get(id)?.status
  return {
    ...counts,
    orders: actions.length,
    delivered: count((action) => statusOf(action) === 'completed'),
    refunded: count((action) => statusOf(action) !== 'completed'),
    products: books.values().toArray().flat().length,
    byPerson: count(({ heldFor }) => heldFor === 'person'),
    parts: count(
      (action) => action.heldFor === 'person' && isSomeOf(action, books.get(action.key) ?? []),
    ),
    byCustomer: count(({ heldFor }) => heldFor === 'player'),
  }
}
