import type { Context } from '#server/context.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { alertOf, describe } from './record-dispute.ts'
import { lockDue, updateDispute } from './sql.ts'

const HOUR_MS = 60 * 60 * 1000
/** Hours before the deadline at which administrators get another mail, the most urgent first. */
const WARNINGS = [
  { hours: 24, count: 2 },
  { hours: 48, count: 1 },
]

export const warnDisputes = (ctx: Pick<Context, 'sql' | 'now' | 'connectors'>): Promise<void> =>
  ctx.sql.begin(async (tx) => {
    for (const warning of WARNINGS) await warn(ctx, tx, warning)
  })

type Warning = (typeof WARNINGS)[number]

/** Ends an earlier warning first, because an alert that is open is not mailed again. */
async function warn(
  ctx: Pick<Context, 'now' | 'connectors'>,
  tx: Tx,
  { hours, count }: Warning,
): Promise<void> {
  const before = new Date(ctx.now().getTime() + hours * HOUR_MS)
  for (const dispute of await lockDue(tx, before, count)) {
    const key = `${alertOf(dispute.id)} due`
    await endAlerts(ctx, tx, [key])
    const words = `${describe(ctx, dispute)}. Less than ${hours} hours are left`
    await raiseAlert(ctx, tx, { key, words, path: `/admin/disputes/${dispute.id}` })
    await updateDispute(tx, dispute.id, { warnings: count })
  }
}
