import type { Tx } from '#server/platform/db/db.ts'
import { arrivals } from './jobs.ts'
import { lockGivenUp, updateAttempts, updateGaveUp, type FailedJobRow } from './sql.ts'

export { findJobs, type FailedJobRow } from './sql.ts'

/** Returns jobs that have used up their attempts, each only once. */
export async function takeGivenUp(tx: Tx, max: number, now: Date): Promise<FailedJobRow[]> {
  const jobs = await lockGivenUp(tx, max)
  await updateGaveUp(
    tx,
    jobs.map(({ id }) => id),
    now,
  )
  return jobs
}

/** Gives a failed job all its attempts again. Returns null when there is no such job, or it hasn't failed. */
export async function beginAgain(tx: Tx, id: string, now: Date): Promise<FailedJobRow | null> {
  const job = await updateAttempts(tx, id, now)
  if (job) tx.afterCommit(() => arrivals.emit('job'))
  return job
}
