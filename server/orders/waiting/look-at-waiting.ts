import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Context } from '#server/context.ts'
import { after } from '#server/orders/delivery/decide.ts'
import { countWaiting } from './waiting-sql.ts'
import { begunBefore } from './waiting.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'config'>

const KEY = 'waiting'
const MINUTE_MS = 60_000

/** Alerts staff when orders have waited for a person for too long, and ends the alert when none has. */
export async function lookAtWaiting(ctx: Deps): Promise<void> {
  const { sql, config } = ctx
  const { count, oldest } = await countWaiting(sql, begunBefore(ctx))
  const late = after(ctx.now(), -config.waitingAlertMinutes * MINUTE_MS)
  if (!oldest || oldest > late) return endAlerts(ctx, sql, [KEY])
  const words = `${inWords(count)} ${durationOf(ctx.now().getTime() - oldest.getTime())}`
  await sql.begin((tx) => raiseAlert(ctx, tx, { key: KEY, words, path: '/admin/waiting' }))
}

const inWords = (count: number): string =>
  count === 1
    ? '1 order has been waiting for a person for'
    : `${count} orders are waiting for a person, the oldest for`

/** Formats a duration: in minutes up to two hours, in hours up to two days, and then in days. */
function durationOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS)
  if (minutes === 1) return '1 minute'
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
