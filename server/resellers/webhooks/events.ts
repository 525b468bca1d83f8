import type { ApiEvent, ApiEventType } from '#contract/resellers/webhooks.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { arrivals } from '#server/platform/jobs/jobs.ts'
import { insertEvent, type EventRow } from './event-sql.ts'

type Happened = {
  userId: string // the reseller to notify
  isTest: boolean
  type: ApiEventType
  subjectId: string // the order
  version: number // the order's version; each is recorded once
  data: object // the order as the API client would read it at this moment, in wire format
  now: Date
}

/**
 * Records an event for a reseller's API clients, and its delivery to each subscribed endpoint, in the caller's
 * transaction. SQL code calls record_webhook_event(user, is_test, type, subject, version, data, at) instead.
 */
export async function recordWebhookEvent(tx: Tx, happened: Happened): Promise<void> {
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

/** Body of the webhook, identical at each try. */
export const toBody = (event: EventRow): string => JSON.stringify(toEvent(event))
