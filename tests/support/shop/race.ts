import type { Sql, Tx } from '#server/platform/db/db.ts'
import { until } from './wait.ts'

type Race<Answer> = {
  userId: string
  call: () => Promise<Answer>
  change: (tx: Tx) => Promise<unknown>
}

/**
 * Changes a user's row in the middle of a call, once the call waits for that row. Statements that only refer to the row
 * don't wait, so they aren't mistaken for the call.
 */
export async function whileHeld<Answer>(
  sql: Sql,
  { userId, call, change }: Race<Answer>,
): Promise<Answer> {
  const answer = await sql.begin(async (tx) => {
    await tx`select from users where id = ${userId} for no key update`
    const answering = call()
    await untilWaitedFor(tx)
    await change(tx)
    return { answering }
  })
  return answer.answering
}

/**
 * Waits until another transaction, or `count` of them, wait for a lock of this one. It reads pg_locks, because a transaction sees
 * pg_stat_activity as it was when it first looked, without connections opened since.
 */
export const untilWaitedFor = (tx: Tx, count = 1): Promise<void> =>
  until('someone waits for the lock', async () => {
    const [row] = await tx<[{ waiting: number }]>`
      select count(*) as waiting from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    return row.waiting >= count
  })
