import { randomUUIDv7 } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Tx } from '#server/platform/db/db.ts'
import type { JobName, JobPayload } from './payloads.ts'
import { deleteJobs, insertJob, releaseAllLeases } from './sql.ts'

type Options = {
  key?: string // while a job with this key is not done, another is not written
  runAt?: Date
  attemptsMax?: number
}

export const ATTEMPTS_MAX = 12 // the last comes about half a day after the first

/** Writes a job into the caller's transaction: it exists if and only if that commits. */
export async function enqueue<Name extends JobName>(
  tx: Tx,
  name: Name,
  payload: JobPayload<Name>,
  { key, runAt = new Date(), attemptsMax = ATTEMPTS_MAX }: Options = {},
): Promise<void> {
  const id = randomUUIDv7()
  await insertJob(tx, { id, name, payload, key: key ?? null, runAt, attemptsMax })
  tx.afterCommit(() => arrivals.emit('job', name))
}

/** Those of these names are not done; answers how many that were. */
export async function dropJobs(tx: Tx, names: JobName[]): Promise<number> {
  const { count } = await deleteJobs(tx, names)
  return count
}

/** Whoever had them in hand is gone: they are done at once, and not when their time with a node has run out. */
export async function freeJobs(tx: Tx): Promise<void> {
  await releaseAllLeases(tx)
}

/**
 * Wakes this process's worker, or the one for jobs of a name; the workers of other nodes look once a second. PostgreSQL's NOTIFY
 * would reach them all, but its commits wait for each other.
 */
export const arrivals = new EventEmitter().setMaxListeners(0)
