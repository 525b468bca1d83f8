import type { Sql, Tx } from '#server/platform/db/db.ts'

export type NewJob = {
  id: string
  name: string
  payload: unknown
  key: string | null
  runAt: Date
  attemptsMax: number
}

/** Does nothing when a job with the same key exists. */
export const insertJob = (tx: Tx | Sql, { payload, ...job }: NewJob) => tx`
  insert into job ${tx.values({ ...job, payload: tx.json(payload) })}
  on conflict (key) do nothing`

export type TakenJob = { id: string; name: string; payload: unknown; attempts: number }

type Take = { node: string; names: string[]; count: number; leaseSeconds: number; now: Date }

/**
 * Leases jobs that are due. Two nodes that ask at once get different jobs, and neither waits. Jobs with unknown names
 * are left alone: during an upgrade they come from a newer node. Each name is looked up separately, because thousands
 * of jobs with one name may be waiting.
 */
export const takeJobs = (sql: Sql, { node, names, count, leaseSeconds, now }: Take) => sql<
  TakenJob[]
>`
  update job
  set attempts = attempts + 1, leased_by = ${node},
      leased_until = now() + make_interval(secs => ${leaseSeconds})
  where id = any(array(
    select waiting.id from unnest(${names}::text[]) wanted
    cross join lateral (
      select id, run_at from job
      where name = wanted and run_at <= ${now} and attempts < attempts_max and leased_until < now()
      order by run_at limit ${count}
      for update skip locked
    ) waiting
    order by run_at limit ${count}
  ))
  returning id, name, payload, attempts`

type Renewal = { ids: string[]; leaseSeconds: number }

export const renewLeases = (sql: Sql, node: string, { ids, leaseSeconds }: Renewal) => sql`
  update job set leased_until = now() + make_interval(secs => ${leaseSeconds})
  where leased_by = ${node} and id = any(${ids})`

/** Releases the unfinished jobs of a stopping node, so that another node can take them at once. */
export const releaseLeases = (sql: Sql, node: string) => sql`
  update job set leased_by = null, leased_until = '-infinity' where leased_by = ${node}`

/** Use only right after a restore, or when the only node of a database has just started. All holders are gone then. */
export const releaseAllLeases = (sql: Sql | Tx) => sql`
  update job set leased_by = null, leased_until = '-infinity' where leased_by is not null`

type Held = { id: string; node: string }

export const deleteJob = (sql: Sql, { id, node }: Held) => sql`
  delete from job where id = ${id} and leased_by = ${node}`

export const deleteJobs = (tx: Tx, names: string[]) => tx`
  delete from job where name = any(${names})`

type Failure = Held & { error: string; runAt: Date }

export const postponeJob = (sql: Sql, { id, node, error, runAt }: Failure) => sql`
  update job
  set run_at = ${runAt}, last_error = ${error}, leased_by = null, leased_until = '-infinity'
  where id = ${id} and leased_by = ${node}`

export type Due = { name: string; everySeconds: number }

/** Writes the jobs of due schedules. Of all nodes, only the first to look writes each job. */
export const insertDueJobs = (sql: Sql, schedules: Due[], attemptsMax: number, now: Date) => sql`
  with known (name, every) as (
    select * from unnest(
      ${schedules.map(({ name }) => name)}::text[],
      ${schedules.map(({ everySeconds }) => everySeconds)}::int[]
    )
  ),
  first_seen as (
    insert into schedule (name, next_at)
    select name, ${now}::timestamptz + make_interval(secs => every) from known
    on conflict (name) do nothing
  ),
  due as (
    update schedule set next_at = ${now}::timestamptz + make_interval(secs => every)
    from known where schedule.name = known.name and schedule.next_at <= ${now}
    returning schedule.name
  )
  insert into job (id, name, payload, key, run_at, attempts_max)
  select gen_random_uuid(), name, '{}', 'schedule ' || name, ${now}, ${attemptsMax} from due
  on conflict (key) do update set attempts = 0, run_at = excluded.run_at, gave_up_at = null
  where job.attempts = job.attempts_max -- it gave up the last time, and would stand in the way for good`

export type FailedJobRow = {
  id: string
  name: string
  lastError: string | null
  attempts: number
  attemptsMax: number
  gaveUpAt: Date | null
}

/** Locks jobs that gave up, so that only one node reports each. Includes jobs whose node died while running them. */
export const lockGivenUp = (tx: Tx, max: number) => tx<FailedJobRow[]>`
  select id, name, last_error, attempts, attempts_max, gave_up_at from job
  where attempts = attempts_max and leased_until < now() and gave_up_at is null
  order by id limit ${max} for update skip locked`

export const updateGaveUp = (tx: Tx, ids: string[], now: Date) => tx`
  update job set gave_up_at = ${now} where id = any(${ids}::uuid[])`

export const findJobs = (sql: Sql, ids: string[]) => sql<FailedJobRow[]>`
  select id, name, last_error, attempts, attempts_max, gave_up_at from job where id = any(${ids}::uuid[])`

/** Returns null when the job does not exist, or has not used up its attempts. */
export async function updateAttempts(tx: Tx, id: string, now: Date): Promise<FailedJobRow | null> {
  const [row] = await tx<FailedJobRow[]>`
    update job set attempts = 0, run_at = ${now}, gave_up_at = null
    where id = ${id} and attempts = attempts_max and leased_until < now()
    returning id, name, last_error, attempts, attempts_max, gave_up_at`
  return row ?? null
}
