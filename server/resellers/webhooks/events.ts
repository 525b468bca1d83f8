import type { ApiEvent, ApiEventType } from '#contract/webhooks.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { arrivals } from '#server/platform/jobs/jobs.ts'
import { insertEvent, type EventRow } from './event-sql.ts'

type Happened = {
  userId: string // whose program is told
  isTest: boolean
  type: ApiEventType
  subjectId: string // the order
  version: number // of the order: nothing is recorded twice for one
  data: object // what the program would read of it at this moment, as it goes over the wire
  now: Date
}

/**
 * Something has happened that a reseller's program is told: written in the caller's transaction, together with what is to be
 * sent to each endpoint that wants it. In SQL, the same is record_api_event(user, is_test, type, subject, version, data, at).
 */
export async function recordApiEvent(tx: Tx, happened: Happened): Promise<void> {
  await insertEvent(tx, happened)
  tx.afterCommit(() => arrivals.emit('job'))
}

export const toEvent = ({ id, type, createdAt, isTest, version, data }: EventRow): ApiEvent => ({
  id,
  type,
  createdAt: createdAt.toISOString(),
  isTest,
  version,
  data,
})

/** What is sent, the same at each try. */
export const toBody = (event: EventRow): string => JSON.stringify(toEvent(event))
