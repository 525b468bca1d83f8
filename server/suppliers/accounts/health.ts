import { SOURCES, type ProviderName } from '#contract/sources.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import * as rows from './health-sql.ts'

type Clock = Pick<Context, 'now'>

const OPENS_AFTER = 5 // orders one after the other
const WAIT_MS = 30_000
const WAIT_MS_MAX = 5 * 60_000

const waitAfter = (failures: number): number =>
  Math.min(WAIT_MS * 2 ** (failures - OPENS_AFTER), WAIT_MS_MAX)

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
const alertKey = (source: ProviderName): string => `down ${source}`

/** It has answered an order: whatever it said, it is there. */
export async function noteAnswered(tx: Tx, ctx: Clock, source: ProviderName): Promise<void> {
  if (await rows.forgetFailures(tx, source)) await endAlerts(tx, ctx, [alertKey(source)])
}

/** An order went unanswered, or could not be sent. Each order is counted once, at its first try. */
export async function noteFailed(tx: Tx, ctx: Clock, source: ProviderName): Promise<void> {
  const failures = await rows.countFailure(tx, source)
  if (failures === null || failures < OPENS_AFTER) return
  const now = ctx.now()
  const openUntil = later(now, waitAfter(failures))
  await rows.updateOpened(tx, { source, openedAt: now, openUntil })
  await raiseAlert(tx, ctx, {
    key: alertKey(source),
    words: `${SOURCES[source].label} is down: its orders go to their other sources, or wait`,
    path: '/admin/sources',
  })
}

/**
 * Whether an order may be sent there now. Of those that come when a source has been left alone for long enough, one gets
 * through to try. It counts as one more failure until it is answered, so that nobody has to hear of it when its node dies.
 */
export async function mayAsk(tx: Tx, { now }: Clock, source: ProviderName): Promise<boolean> {
  const open = (await rows.selectOpen(tx)).find((one) => one.source === source)
  if (!open) return true
  const moment = now()
  if (open.openUntil > moment) return false
  const openUntil = later(moment, waitAfter(open.failures + 1))
  return rows.extendOpen(tx, { source, now: moment, openUntil })
}

export type Down = { source: ProviderName; since: Date; until: Date }

/** Those that have stopped answering. `until` may have passed: then one order is let through to try. */
export const listHealth = async (sql: Sql | Tx): Promise<Down[]> =>
  (await rows.selectOpen(sql)).map(({ source, openedAt, openUntil }) => ({
    source,
    since: openedAt,
    until: openUntil,
  }))
