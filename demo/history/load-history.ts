import { periodAfter } from '#contract/core/period.ts'
import { listBatches, type Batch } from '#demo/history/plan/events.ts'
import { openingOf, planHistory } from '#demo/history/plan/plan.ts'
import { createRandom } from '#demo/history/plan/random.ts'
import { DAY } from '#demo/history/plan/rhythm.ts'
import { insertActions, insertReasons } from './audit-sql.ts'
import {
  insertRates,
  moveBack,
  putLastRateBack,
  selectCoupons,
  selectLastRate,
  selectPacks,
} from './catalogue-sql.ts'
import type { Database, Tx } from './database.ts'
import { insertDispatches } from './dispatches-sql.ts'
import { insertPayments, moveMoney, toPayments, toRefund, toTopUp } from './money-sql.ts'
import { closeMonth, insertPrizes } from './months-sql.ts'
import {
  deleteJobs,
  deliverOrders,
  hasOrders,
  insertSteps,
  payOrders,
  placeOrders,
  undoOrders,
} from './orders-sql.ts'
import { insertPeople, insertVisits, type People } from './people-sql.ts'
import { insertQuestions } from './questions-sql.ts'

/** Jobs of the shop that count, measure and seal what was written. */
const DUE = [
  'count-purchases',
  'fold-order-counts',
  'fold-payment-counts',
  'measure-speeds',
  'seal-ledger',
]

/**
 * Gives the shop 90 days of business that end now, in one transaction: all of it, or none. Games, coupons and demo
 * accounts are there before, and the wallets of the demo accounts are empty. A shop that has orders stays as it is.
 * Returns the number of orders written.
 */
export const loadHistory = (database: Database, moment = new Date()): Promise<number> =>
  database.begin(async (tx) => {
    if (await hasOrders(tx)) return 0
    await tx`set constraints all immediate` // counts each delivery before its month is closed
    const now = moment.getTime()
    const openedAt = openingOf(now)
    await moveBack(tx, Math.ceil((now - openedAt) / DAY))
    const [packs, coupons] = [await selectPacks(tx), await selectCoupons(tx)]
    const plan = planHistory({ packs, coupons, now })
    const { orders, topUps, months } = plan
    const lastRate = await selectLastRate(tx)
    const people = await insertPeople(tx, { now, openedAt })
    await insertPrizes(tx, periodAfter(months[0]!.period), new Date(openedAt))
    const random = createRandom('references')
    for (const batch of listBatches(plan))
      await write(tx, batch, { people, reference: random.reference })
    await putLastRateBack(tx, lastRate)
    await insertPayments(tx, { orders, topUps }, people)
    await insertSteps(tx, orders, people.adminId)
    await insertDispatches(tx, orders)
    await insertQuestions(tx, { orders, people, now })
    await insertActions(tx, plan, people)
    await insertReasons(tx, plan)
    await insertVisits(tx)
    await deleteJobs(tx, orders)
    await tx`update schedule set next_at = ${moment} where name = any(${DUE}) and next_at > ${moment}`
    return orders.length
  })

type Writing = { people: People; reference: () => string }

async function write(tx: Tx, batch: Batch, { people, reference }: Writing): Promise<void> {
  const { rates, topUps, placed, paid, delivered, undone, closed } = batch
  await insertRates(tx, rates)
  await moveMoney(
    tx,
    topUps.map((topUp) => toTopUp(topUp, people)),
  )
  await placeOrders(tx, placed, people)
  await moveMoney(
    tx,
    paid.flatMap((order) => toPayments(order, people)),
  )
  if (paid.length > 0) await payOrders(tx, paid)
  if (delivered.length > 0) await deliverOrders(tx, delivered)
  const refunded = undone.filter(({ paidAt }) => paidAt)
  await moveMoney(
    tx,
    refunded.map((order) => toRefund(order, reference(), people)),
  )
  if (undone.length > 0) await undoOrders(tx, undone)
  for (const month of closed) await closeMonth(tx, month)
}
