import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { updateHeld } from '#server/resellers/webhooks/delivery-sql.ts'
import {
  lockEndpoint,
  updateEndpoint,
  type EndpointRow,
} from '#server/resellers/webhooks/endpoint-sql.ts'
import type { Outcome } from './post.ts'
import { judge, nextTry, restAfter } from '#server/resellers/webhooks/rules.ts'
import { updateAttempt, updateDelivery, type TakenDelivery } from './sending-sql.ts'

type Sent = { endpointId: string; taken: TakenDelivery; outcome: Outcome; durationMs: number }

const GONE = 410

/** Records the outcome of a try in its attempt, its delivery and its endpoint. */
export const recordOutcome = (
  { sql, now: clock }: Pick<Context, 'sql' | 'now'>,
  { endpointId, taken, outcome, durationMs }: Sent,
): Promise<void> =>
  sql.begin(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId)
    if (!endpoint) return // the endpoint was deleted meanwhile, with its deliveries
    const now = clock()
    const { status, answer, error, retryAfter } = outcome
    await updateAttempt(tx, taken, { durationMs, status, answer, error })
    if (error === null) {
      await updateDelivery(tx, taken, { state: 'delivered', endedAt: now, nextAt: null })
      return keepWell(tx, endpoint, now)
    }
    if (taken.type === 'ping')
      return void (await updateDelivery(tx, taken, { state: 'failed', endedAt: now, nextAt: null }))
    const nextAt = nextTry({ tries: taken.tries, retryAfter, now })
    if (!endpoint.isEnabled)
      await updateDelivery(tx, taken, { state: 'held', endedAt: null, nextAt: null })
    else if (nextAt) await updateDelivery(tx, taken, { state: 'pending', endedAt: null, nextAt })
    else await updateDelivery(tx, taken, { state: 'failed', endedAt: now, nextAt: null })
    await blame(tx, endpoint, { isGone: status === GONE, now })
  })

async function keepWell(tx: Tx, { id }: EndpointRow, now: Date): Promise<void> {
  await updateEndpoint(tx, id, { ...HEALTHY, succeededAt: now })
}

/** The state of an endpoint that has never failed. */
export const HEALTHY = { failures: 0, failingSince: null, warnedAt: null, restUntil: null } as const

type Blame = { isGone: boolean; now: Date }

/** Counts another failure, sets the pause, and warns about the endpoint or disables it. */
async function blame(tx: Tx, endpoint: EndpointRow, { isGone, now }: Blame): Promise<void> {
  const { id, warnedAt } = endpoint
  const failures = endpoint.failures + 1
  const failingSince = endpoint.failingSince ?? now
  const restUntil = new Date(now.getTime() + restAfter(failures))
  await updateEndpoint(tx, id, { failures, failingSince, restUntil })
  if (!endpoint.isEnabled) return
  if (isGone) {
    await disable(tx, id, 'gone')
    return tell(tx, id, 'gone')
  }
  const verdict = judge({ failures, failingSince, warnedAt, now })
  if (verdict === 'disable') {
    await disable(tx, id, 'failing')
    return tell(tx, id, 'disabled')
  }
  if (verdict !== 'warn') return
  await updateEndpoint(tx, id, { warnedAt: now })
  await tell(tx, id, 'failing')
}

/** Disables an endpoint and holds its pending deliveries. The caller has locked its row. */
export async function disable(
  tx: Tx,
  id: string,
  disabledFor: NonNullable<EndpointRow['disabledFor']>,
): Promise<void> {
  await updateEndpoint(tx, id, { isEnabled: false, disabledFor })
  await updateHeld(tx, id)
}

const tell = (tx: Tx, endpointId: string, news: JobPayload<'send-webhook-mail'>['news']) =>
  enqueue(tx, 'send-webhook-mail', { endpointId, news })
