import type { SupplierName } from '#contract/catalogue/sources.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import * as rows from './health-sql.ts'
import { titleOf } from '#server/suppliers/title-of.ts'

type Clock = Pick<Context, 'now'>

const OPENS_AFTER = 5 // consecutive failed orders
const WAIT_MS = 30_000
const WAIT_MS_MAX = 5 * 60_000

const waitAfter = (failures: number): number =>
  Math.min(WAIT_MS * 2 ** (failures - OPENS_AFTER), WAIT_MS_MAX)

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)
const alertKey = (source: SupplierName): string => `down ${source}`

/** Any answer to an order, even a refusal, proves that the supplier is up. */
export async function noteAnswered(ctx: Clock, tx: Tx, source: SupplierName): Promise<void> {
  if (await rows.forgetFailures(tx, source)) await endAlerts(ctx, tx, [alertKey(source)])
}

/** Records an order that got no answer or could not be sent. Each order counts once, at its first attempt. */
export async function noteFailed(
  ctx: Pick<Context, 'now' | 'connectors'>,
  tx: Tx,
  source: SupplierName,
): Promise<void> {
  const failures = await rows.countFailure(tx, source)
  if (failures === null || failures < OPENS_AFTER) return
  const now = ctx.now()
  const openUntil = later(now, waitAfter(failures))
  await rows.updateOpened(tx, { supplier: source, openedAt: now, openUntil })
  await raiseAlert(ctx, tx, {
    key: alertKey(source),
    words: `${titleOf(ctx, source)} is down. Its orders go to other sources, or wait`,
    path: '/admin/sources',
  })
}

/**
 * Tells if an order may be sent now. While a supplier is down, one trial order passes after each waiting time. A trial
 * counts as failed until it is answered, so nothing is left to clean up if its node dies.
 */
export async function mayAsk({ now }: Clock, tx: Tx, source: SupplierName): Promise<boolean> {
  const open = (await rows.selectOpen(tx)).find((one) => one.supplier === source)
  if (!open) return true
  const moment = now()
  if (open.openUntil > moment) return false
  const openUntil = later(moment, waitAfter(open.failures + 1))
  return rows.extendOpen(tx, { supplier: source, now: moment, openUntil })
}

export type Down = { source: SupplierName; since: Date; until: Date }

/** Suppliers that have stopped answering. Once `until` has passed, the next order is sent as a trial. */
export const listHealth = async (sql: Sql | Tx): Promise<Down[]> =>
  (await rows.selectOpen(sql)).map(({ supplier, openedAt, openUntil }) => ({
    source: supplier,
    since: openedAt,
    until: openUntil,
  }))
