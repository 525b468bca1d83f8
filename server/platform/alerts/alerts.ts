import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/backoffice/alerts.ts'
import type { Right } from '#contract/core/endpoint.ts'
import { hasRight } from '#contract/accounts/rights.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import type { Caller, Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import * as rows from './sql.ts'

type Clock = Pick<Context, 'now'>
type Raised = {
  key: string
  words: string
  path: string
  endsByHand?: boolean // set where no check can tell that the problem is over
}

const SHOWN_MAX = 100

/** Opens an alert and emails every administrator. An alert that is already open only gets its new words. */
export async function raiseAlert({ now }: Clock, tx: Tx, raised: Raised): Promise<void> {
  const alert = { endsByHand: false, ...raised, id: randomUUIDv7(), since: now() }
  if (!(await rows.upsertAlert(tx, alert))) return
  for (const { id: userId } of await rows.selectAdmins(tx))
    await enqueue(tx, 'send-alert', { alertId: alert.id, userId }, { runAt: alert.since })
}

/** Ends the open alerts with these keys. */
export async function endAlerts({ now }: Clock, sql: Sql | Tx, keys: string[]): Promise<void> {
  await rows.endAlerts(sql, keys, now())
}

/** Keys of open alerts with this prefix. Their owners use them to check whether each problem persists. */
export const listOpenKeys = async (sql: Sql, start: string): Promise<string[]> =>
  (await rows.selectOpenKeys(sql, start)).map(({ key }) => key)

/** The right that covers an alert, by the page that the alert links to. */
const RIGHTS: [start: string, right: Right][] = [
  ['/admin/waiting', 'orders'],
  ['/admin/order', 'orders'],
  ['/admin/sources', 'catalogue'],
  ['/admin/games', 'catalogue'],
  ['/admin/payment-gateway', 'payments'],
  ['/admin/disputes', 'payments'],
]

/** Alerts about pages without a right in the table concern administrators only. */
function concerns(caller: Caller, { path }: rows.AlertRow): boolean {
  const right = RIGHTS.find(([start]) => path.startsWith(start))?.[1]
  return caller.role === 'admin' || (right !== undefined && hasRight(caller, right))
}

export const listAlerts: Handler<typeof contract.listAlerts> = async ({ sql }, _input, caller) => {
  const alerts = await rows.selectOpenAlerts(sql, SHOWN_MAX)
  return alerts
    .filter((alert) => concerns(caller, alert))
    .map(({ id, words, path, since, endsByHand }) => ({
      _id: id,
      words,
      path,
      since: since.toISOString(),
      endsByHand,
    }))
}

export const endAlert: Handler<typeof contract.endAlert> = (ctx, { id }, caller, visit) =>
  changeQuietly(ctx, { caller, visit }, async (tx) => {
    const alert = await rows.lockOpenAlert(tx, id)
    if (!alert || !concerns(caller, alert)) throw new Refusal('NO_SUCH_ALERT')
    if (!alert.endsByHand) throw new Refusal('ALERT_STAYS')
    await endAlerts(ctx, tx, [alert.key])
    const { words } = alert
    return {
      action: 'end alert',
      subject: `alert ${id}`,
      before: { words },
      after: null,
      answer: null,
    }
  })
