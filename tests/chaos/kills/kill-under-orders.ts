import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import { placeWalletOrder, PlacedOrder } from '#contract/orders/orders.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { logIn, signUp, type Member } from '#tests/support/accounts/people.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { pino } from 'pino'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { startKillableShop, type KillableShop } from '#tests/chaos/killable-shop.ts'

export type OrderReport = {
  kills: number
  acknowledged: number
  repeated: number // sent again with the same key, because no answer came
  /** Orders that differ in the database from what was acknowledged. */
  wrong: string[]
  fault: string | null // from the verifier
  audit: string[]
}

type Buyer = Member & { gameDetailId: string }
type Order = { key: string; couponCode: string; placed: PlacedOrder }

const PAUSE_MS_MAX = 120
const BUYERS = 4
const AT_ONCE = 2 * BUYERS
const STOCK = 1_000_000
const MONEY = 9_000_000_00

/** Kills shop and database in turn while packs are bought. Each order is sent until it is acknowledged. */
export async function killUnderOrders(kills: number, seed: number): Promise<OrderReport> {
  const dice = createDice(seed)
  await using stack = new AsyncDisposableStack()
  const setup = await startKillableShop(stack)
  const { buyers, item } = await openPackShop(setup)
  const load = startBuyers(buyers, item)
  stack.defer(() => load.giveUp()) // a shop that stays down would keep the buyers waiting forever
  for (let kill = 0; kill < kills; kill++) {
    await sleep(dice.below(PAUSE_MS_MAX)) // at a random moment of the work
    if (kill % 2 === 0) await setup.killShop()
    else setup.killDatabase()
    await load.untilMore()
  }
  await load.stop()
  const { orders, repeated } = load
  return {
    kills,
    acknowledged: orders.length,
    repeated: repeated(),
    ...(await audit(setup, orders)),
  }
}

async function openPackShop({ url, connect }: KillableShop) {
  const sql = connect()
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  const game: FullGame = await makeGame(admin)
  const item = await makeItem(admin, game, { quantity: STOCK })
  await makeCoupon(admin, { couponCode: 'CHAOS', discount: 40_00 })
  const buyers: Buyer[] = []
  for (let count = 0; count < BUYERS; count++) {
    const buyer = await signUp({ url }, 'Asha Rao')
    await endow(sql, buyer.id, MONEY)
    const gameDetailId = await makePlayer(buyer, game)
    buyers.push(Object.assign(buyer, { gameDetailId }))
  }
  await sql.end()
  return { buyers, item }
}

/** Each customer sends two orders at once, and every second order has a coupon. */
function startBuyers(buyers: Buyer[], { gameSlug, itemSlug }: FullItem) {
  const orders: Order[] = []
  let sent = 0
  let isStopped = false
  let isOver = false
  const loops = [...buyers, ...buyers].map(async (buyer) => {
    for (let turn = 0; !isStopped; turn++) {
      const [key, couponCode] = [randomUUID(), turn % 2 === 0 ? '' : 'CHAOS']
      const placed = await retryUntilAnswered(buyer, { key, couponCode })
      if (placed) orders.push({ key, couponCode, placed })
    }
  })
  return {
    orders,
    repeated: () => sent - orders.length,
    async untilMore() {
      const seen = orders.length + AT_ONCE // orders already under way do not count
      while (orders.length <= seen) await sleep(10)
    },
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
    async giveUp() {
      isStopped = isOver = true
      await Promise.all(loops)
    },
  }

  async function retryUntilAnswered(
    buyer: Buyer,
    { key, couponCode }: { key: string; couponCode: string },
  ) {
    const { gameDetailId } = buyer
    const chosen = { gameSlug, itemSlug, gameDetailId, couponCode, currency: 'INR' } as const
    while (!isOver) {
      sent++
      const options = { ...chosen, idempotencyKey: key }
      const answer = await buyer
        .call(placeWalletOrder, options)
        .catch(() => ({ status: 0, data: null }))
      if (answer.status === 200) return answer.data
      if (answer.status === 401) await signIn(buyer)
      await sleep(50)
    }
    return null
  }
}

async function signIn(buyer: Buyer): Promise<void> {
  const again = await logIn(buyer).catch(() => null)
  if (again) buyer.tokens = Object.assign(buyer.tokens, again.tokens)
}

type AuditResult = {
  id: string
  isWhole: boolean
  key: string | null
  answer: unknown
  couponCode: string | null
}

/** Asks the database, not the shop. An order is whole if its money, its lines and its first answer are there. */
async function audit({ connect }: KillableShop, acknowledged: Order[]) {
  const sql = connect()
  const found = await sql<AuditResult[]>`
    select orders.id, coupon_code, kept.key, kept.answer,
      (select sum(transfer.amount) from transfer where order_id = orders.id) = item_price
        and (select -sum(posting.amount) from posting join transfer on number = transfer
          where order_id = orders.id and posting.user_id = orders.user_id) = orders.amount
        and kept.answer is not null as is_whole
    from orders left join idempotency kept on kept.answer ->> '_id' = orders.id::text`
  const byId = new Map(found.map((row) => [row.id, row]))
  const wrong = acknowledged.flatMap(({ key, placed, couponCode }) => {
    const row = byId.get(placed._id)
    const isRight =
      row?.isWhole &&
      row.key === key &&
      (row.couponCode ?? '') === couponCode &&
      JSON.stringify(z.decode(PlacedOrder, row.answer as never)) === JSON.stringify(placed)
    return isRight ? [] : [`${placed._id}: ${JSON.stringify(row ?? 'not there')}`]
  })
  if (found.length !== acknowledged.length)
    wrong.push(`${found.length} orders for ${acknowledged.length} acknowledged`)
  const [counts] = await sql<[{ stock: number; uses: number; sold: number; lines: number }]>`
    select (select sum(quantity)::int from item) as stock, (select sum(use_count)::int from coupon) as uses,
      (select sum(purchase_count)::int from item) + (select coalesce(sum(count), 0)::int from item_sale) as sold,
      (select count(*) from transfer where kind = 'order') as lines`
  const uses = acknowledged.filter(({ couponCode }) => couponCode).length
  const { length } = acknowledged
  const expected = { stock: STOCK - length, uses, sold: length, lines: length + uses }
  if (JSON.stringify(counts) !== JSON.stringify(expected))
    wrong.push(`${JSON.stringify(counts)} for ${JSON.stringify(expected)}`)
  await sealLedger({ sql, now: () => new Date(), log: pino({ level: 'silent' }) })
  const { fault } = await verifyLedger(sql)
  const faults = await auditBooks(sql)
  await sql.end()
  return { wrong, fault, audit: faults }
}
