import type { Sql, Tx } from '#server/db/db.ts'
import type { JobName, JobPayload } from './payloads.ts'

type Options = {
  key?: string // a later job with the same key replaces one that has not begun
  runAt?: Date
  attemptsMax?: number
}

const ATTEMPTS_MAX = 12 // the last comes about a day after the first

/** Writes a job into the caller's transaction: it exists if and only if that commits. */
export async function enqueue<Name extends JobName>(
  tx: Tx | Sql,
  name: Name,
  payload: JobPayload<Name>,
  { key, runAt, attemptsMax = ATTEMPTS_MAX }: Options = {},
): Promise<void> {
  await tx`
    select from graphile_worker.add_job(
      ${name}::text,
      payload := ${tx.json(payload as never)}::json,
      run_at := ${runAt ?? null}::timestamptz,
      max_attempts := ${attemptsMax}::int,
      job_key := ${key ?? null}::text
    )`
}
