import type { Tx } from '#server/platform/db/db.ts'
import { arrivals } from './jobs.ts'
import { lockGivenUp, updateAttempts, updateGaveUp, type FailedJobRow } from './sql.ts'

export { selectJobs as findJobs, type FailedJobRow } from './sql.ts'

/** Jobs that have used up their attempts since this was asked last: each is handed out once. */
export async function takeGivenUp(tx: Tx, max: number, now: Date): Promise<FailedJobRow[]> {
  const jobs = await lockGivenUp(tx, max)
  await updateGaveUp(
    tx,
    jobs.map(({ id }) => id),
    now,
  )
  return jobs
}

/** With as many attempts as at first. Null where there is nothing to try again. */
export async function beginAgain(tx: Tx, id: string, now: Date): Promise<FailedJobRow | null> {
  const job = await updateAttempts(tx, id, now)
  if (job) tx.afterCommit(() => arrivals.emit('job'))
  return job
}
