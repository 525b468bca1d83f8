// Judges orders by the shop's risk rules and ban lists, twice. Before an order is placed, it can be refused, or its
// customer asked to confirm who they are. Before its delivery it can be held: by then its payer is known, and orders
// that were placed at the same time see each other.
import { createHash } from 'node:crypto'
import { keptSince } from '#contract/core/retention.ts'
import type { RiskReason } from '#contract/orders/risk.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { requireOwner } from '#server/platform/http/limits/admit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { holdOrder } from '#server/orders/end/tell-step.ts'
import { hasBans } from './ban-sql.ts'
import { selectFacts, selectNewFacts, type FactsRow, type NewSubject } from './facts-sql.ts'
import { judge, measuresOf, type Caught, type Rule } from './judge.ts'
import {
  countRefusal,
  deleteOldRefusals,
  deleteRefusalsOf,
  insertReview,
  isReviewed,
  selectLiveRules,
} from './sql.ts'

/** The live rules, and whether anything is banned. Cached until the content changes. */
export type Risk = { rules: Rule[]; hasBans: boolean }

export const loadRisk = async (sql: Sql): Promise<Risk> => ({
  rules: await selectLiveRules(sql),
  hasBans: await hasBans(sql),
})

const MINUTE_MS = 60_000

/** Rules judge customers. Resellers and staff are bound by the ban lists alone. */
const rulesFor = ({ rules }: Risk, role: string): Rule[] => (role === 'user' ? rules : [])

/** Refuses an order that is about to be placed, or asks its customer for a password or a code first. */
export async function refuseRisky(
  ctx: Pick<Context, 'sql' | 'now' | 'config' | 'risk'>,
  caller: Caller,
  subject: NewSubject,
): Promise<void> {
  const risk = await ctx.risk()
  const rules = rulesFor(risk, caller.role).filter(({ outcome }) => outcome !== 'hold')
  if (rules.length === 0 && !risk.hasBans) return
  const facts = await selectNewFacts(ctx.sql, subject, { measures: measuresOf(rules) })
  const caught = judge(rules, facts)
  const refused = caught.filter(({ outcome }) => outcome === 'refuse')
  if (refused.length > 0) {
    await keepRefusal(ctx, caller, { outcome: 'refuse', caught: refused })
    throw new Refusal('ORDER_NOT_TAKEN')
  }
  if (caught.length === 0) return
  try {
    requireOwner(ctx, caller)
  } catch (error) {
    await keepRefusal(ctx, caller, { outcome: 'step-up', caught })
    throw error
  }
}

type Refused = { outcome: 'step-up' | 'refuse'; caught: Caught[] }

async function keepRefusal(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { id: userId }: Caller,
  { outcome, caught }: Refused,
): Promise<void> {
  const reasons = caught.map(toReason)
  const reasonsHash = createHash('sha256')
    .update(JSON.stringify([outcome, reasons]))
    .digest()
  await countRefusal(sql, { userId, outcome, reasons, reasonsHash, now: now() })
}

const toReason = ({ name, words }: Caught): RiskReason => ({ name, words })

type HoldDeps = Pick<Context, 'now' | 'log' | 'config'> & { risk: Risk }
type Paid = { id: string; role: string }

/**
 * Holds a paid order that a rule or ban catches. Returns true if it is held. Each order is held once: after the
 * decision of a person it is delivered.
 */
export async function holdRisky(
  ctx: HoldDeps,
  tx: Tx,
  { id: orderId, role }: Paid,
): Promise<boolean> {
  const rules = rulesFor(ctx.risk, role)
  if (rules.length === 0 && !ctx.risk.hasBans) return false
  if (await isReviewed(tx, orderId)) return false
  const [facts] = await selectFacts(tx, [orderId], { measures: measuresOf(rules), isPast: false })
  const caught = judge(rules, facts!).filter(
    ({ outcome }) => outcome !== 'step-up' || !isProven(ctx, facts!),
  )
  if (caught.length === 0) return false
  const reasons = caught.map(toReason)
  await insertReview(tx, { orderId, reasons, heldAt: ctx.now() })
  const words = `Our team is checking this order. If that takes more than ${ctx.config.reviewHours} hours, you get your money back`
  await holdOrder(ctx, tx, { orderId, heldFor: 'person', words })
  tx.afterCommit(() => ctx.log.warn({ orderId, reasons }, 'order held for review'))
  return true
}

/** True if the customer had confirmed who they are when they placed the order, or has since. */
const isProven = ({ config }: Pick<Context, 'config'>, { provenAt, at }: FactsRow): boolean =>
  provenAt !== null && at.getTime() - provenAt.getTime() < config.secondFactor.minutes * MINUTE_MS

/** Runs every night. */
export const forgetRefusals = ({ sql, now }: Pick<Context, 'sql' | 'now'>) =>
  deleteOldRefusals(sql, keptSince('refusal', now()))

/** Runs after an account is deleted. */
export const eraseRefusals = ({ sql }: Pick<Context, 'sql'>, { userId }: { userId: string }) =>
  deleteRefusalsOf(sql, userId)
