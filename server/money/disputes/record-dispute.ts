import { randomUUIDv7 } from 'node:crypto'
import { formatHundredths, type Currency } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/gateways.ts'
import { lockUser } from '#server/accounts/users/users.ts'
import type { Context } from '#server/context.ts'
import type { GatewayDispute } from '#connectors/gateways/gateway.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { moveMoney, walletOf, type Line } from '#server/money/ledger/ledger.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { linesBetween, planHold, planMoney, type Bearer, type DisputeMoney } from './plan.ts'
import * as rows from './sql.ts'

type Moves = Pick<Context, 'now' | 'log'>
type Deps = Moves & Pick<Context, 'connectors'>

type Heard = {
  gateway: GatewayName
  told: GatewayDispute
  heardFrom: 'webhook' | 'poll' | 'back office'
  readAt: Date // when the gateway was asked
  isNotice?: true // only tells that there is a dispute, so it reopens none
}

const ENDED = new Set<string>(['won', 'lost', 'closed'])
const NO_MONEY: DisputeMoney = { taken: 0, fees: 0, fromWallet: 0, fromShop: 0 }

/**
 * Stores what a gateway says about a dispute, and moves its money. The same news again changes nothing, and neither does
 * an answer that is older than what is stored. Locks the order, the customer and then the dispute.
 */
export async function recordDispute(ctx: Deps, tx: Tx, heard: Heard): Promise<void> {
  const { gateway, told, heardFrom, readAt } = heard
  const disputed = await rows.selectDisputed(tx, { gateway, ...told })
  if (disputed?.orderId) await rows.lockOrder(tx, disputed.orderId)
  const holderId = disputed && (await lockHolder(tx, heard, disputed))
  const userId = holderId && (await lockUser(tx, holderId)) ? holderId : null
  const isNew = await rows.insertDispute(tx, toNew(ctx, heard, { ...disputed, holderId }))
  const before = await rows.lockDispute(tx, { gateway, id: told.id })
  if (!isNew && before.readAt > readAt) return
  if (heard.isNotice && before.endedAt) return
  const currency = bookedIn(told, disputed)
  const bearer = disputed ? await findBearer(tx, disputed, userId) : 'shop'
  const money = currency ? planMoney(told, bearer, before) : NO_MONEY
  const held = currency && userId ? planHold(told.state, told.amount, currency) : 0
  const { state, stage, amount, reason, respondBy } = told
  const endedAt = ENDED.has(state) ? (before.endedAt ?? ctx.now()) : null
  const after = { ...before, ...money, held, state, stage, amount, reason, respondBy, endedAt }
  const movements = await move(ctx, tx, { before, after, userId, currency: currency ?? 'INR' })
  const isChanged = isNew || isDifferent(before, after)
  await rows.updateDispute(tx, before.id, {
    ...money,
    held,
    state,
    stage,
    amount,
    reason,
    respondBy,
    endedAt,
    movements,
    readAt,
    userId: holderId,
    captureId: disputed?.captureId ?? null,
    ...(state === 'needs response' && before.state !== state ? { warnings: 0 } : {}),
  })
  if (!isChanged) return
  const { taken, fees } = told
  await rows.insertStep(tx, {
    disputeId: before.id,
    at: ctx.now(),
    heardFrom,
    state,
    stage,
    taken,
    fees,
  })
  await alert(ctx, tx, after)
  await tellCustomer(tx, isNew ? null : before, after)
}

/** The ledger follows only disputes in the currency of their payment, if that came as it was asked for. */
function bookedIn({ currency }: GatewayDispute, disputed: rows.Disputed | null): Currency | null {
  if (!disputed || disputed.currency !== currency) return null
  return disputed.askedCurrency === currency ? disputed.askedCurrency : null
}

/** Locks an account before the guest it has claimed, as signing in does. */
async function lockHolder(
  tx: Tx,
  { gateway, told }: Heard,
  { userId, claimedBy }: rows.Disputed,
): Promise<string> {
  if (claimedBy) await lockUser(tx, claimedBy)
  await lockUser(tx, userId)
  return rows.selectHolder(tx, { gateway, disputeId: told.id, userId })
}

type Found = Partial<rows.Disputed> & { holderId: string | null }

const toNew = ({ now }: Pick<Context, 'now'>, heard: Heard, found: Found) => ({
  id: randomUUIDv7(),
  gateway: heard.gateway,
  gatewayDisputeId: heard.told.id,
  captureId: found.captureId ?? null,
  userId: found.holderId,
  stage: heard.told.stage,
  amount: heard.told.amount,
  currency: heard.told.currency,
  reason: heard.told.reason,
  respondBy: heard.told.respondBy,
  openedAt: heard.told.openedAt ?? now(),
  readAt: heard.readAt,
})

/** The wallet bears the loss of money that came into it, directly or by a refund. */
async function findBearer(
  tx: Tx,
  { orderId, settledAs }: rows.Disputed,
  userId: string | null,
): Promise<Bearer> {
  if (!userId) return 'deleted wallet'
  if (settledAs === null || settledAs === 'unclaimed' || settledAs === 'held') return 'shop'
  if (settledAs !== 'order' || !orderId) return 'wallet'
  return (await rows.isRefunded(tx, orderId)) ? 'wallet' : 'shop'
}

type Moving = {
  before: rows.DisputeRow
  after: DisputeMoney
  userId: string | null
  currency: Currency
}

/** Returns the count of the dispute's ledger events afterwards. Without an owner, the shop keeps what comes back. */
async function move(ctx: Moves, tx: Tx, moving: Moving): Promise<number> {
  const { before, after, userId, currency } = moving
  const wallet = userId ? walletOf(userId) : 'house:unclaimed'
  const [first, ...more] = linesBetween(before, after, { wallet, currency })
  if (!first) return before.movements
  const number = before.movements + 1
  const lines: [Line, ...Line[]] = [first, ...more]
  await moveMoney(ctx, tx, {
    key: `dispute:${before.id}:${number}`,
    kind: 'dispute',
    lines,
    now: ctx.now(),
  })
  return number
}

const COMPARED = ['state', 'stage', 'amount', 'taken', 'fees', 'fromWallet'] as const

const isDifferent = (before: rows.DisputeRow, after: rows.DisputeRow): boolean =>
  COMPARED.some((name) => before[name] !== after[name]) ||
  before.respondBy?.getTime() !== after.respondBy?.getTime()

export const alertOf = (id: string) => `dispute ${id}`

async function alert(ctx: Deps, tx: Tx, dispute: rows.DisputeRow): Promise<void> {
  const key = alertOf(dispute.id)
  if (dispute.state !== 'needs response' && dispute.state !== 'inquiry')
    return endAlerts(ctx, tx, [key, `${key} due`])
  await raiseAlert(ctx, tx, {
    key,
    words: describe(ctx, dispute),
    path: `/admin/disputes/${dispute.id}`,
  })
}

type Deadline = Pick<rows.DisputeRow, 'amount' | 'currency' | 'gateway' | 'respondBy'>

export function describe(
  ctx: Pick<Context, 'connectors'>,
  { amount, currency, gateway, respondBy }: Deadline,
): string {
  const until = respondBy ? `, answer by ${formatDay(respondBy)}` : ''
  return `A payment of ${formatHundredths(amount, currency)} is disputed at ${titleOf(ctx, gateway)}${until}`
}

const formatDay = (date: Date): string =>
  date.toLocaleString('en-IN', {
    timeZone: 'Asia/Kolkata',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })

/** Tells the customer when money is held for the first time, and when it is taken or free again. */
async function tellCustomer(
  tx: Tx,
  before: rows.DisputeRow | null,
  after: rows.DisputeRow,
): Promise<void> {
  const news = toNews(before, after)
  if (news) await enqueue(tx, 'send-dispute-mail', { disputeId: after.id, news })
}

function toNews(before: rows.DisputeRow | null, after: rows.DisputeRow) {
  if (after.fromWallet > (before?.fromWallet ?? 0)) return 'lost'
  if (after.held > 0 && !before?.held) return 'held'
  return before && before.held > 0 && after.held === 0 && after.endedAt ? 'free' : null
}

/** After an order was refunded to the wallet, a lost dispute about its payment is the customer's loss. */
export async function settleLostDisputes(
  ctx: Moves,
  tx: Tx,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<void> {
  for (const { gateway, gatewayDisputeId, currency } of await rows.selectLostOfOrder(tx, orderId)) {
    const before = await rows.lockDispute(tx, { gateway, id: gatewayDisputeId })
    const money = planMoney(before, 'wallet', before)
    const after = { ...before, ...money }
    const movements = await move(ctx, tx, { before, after, userId, currency })
    await rows.updateDispute(tx, before.id, { ...money, movements })
    const { state, stage, taken, fees } = before
    const step = { state, stage, taken, fees, heardFrom: 'order', at: ctx.now() } as const
    await rows.insertStep(tx, { disputeId: before.id, ...step })
    await tellCustomer(tx, before, after)
  }
}
