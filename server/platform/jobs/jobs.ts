import { randomUUIDv7 } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Tx } from '#server/platform/db/db.ts'
import type { JobName, JobPayload } from './payloads.ts'
import { withOldNames } from './renamed-jobs.ts'
import { deleteJobs, insertJob, releaseAllLeases } from './sql.ts'

type Options = {
  key?: string // no second job with this key is written while the first is unfinished
  runAt?: Date
  attemptsMax?: number
}

export const ATTEMPTS_MAX = 12 // the last is about half a day after the first

/** Writes a job in the caller's transaction. The job exists only if that commits. */
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

/** Deletes all jobs with these names without running them. Returns how many there were. */
export async function dropJobs(tx: Tx, names: JobName[]): Promise<number> {
  const { count } = await deleteJobs(tx, withOldNames(names))
  return count
}

/** Ends all leases, whose holders are gone. The jobs can then run at once, before the leases would have run out. */
export async function freeJobs(tx: Tx): Promise<void> {
  await releaseAllLeases(tx)
}

/**
 * Wakes this process's workers, or only those that take jobs of one name. Workers of other nodes poll once a second.
 * PostgreSQL's NOTIFY would reach all nodes, but transactions that use it commit one after the other.
 */
export const arrivals = new EventEmitter().setMaxListeners(0)
