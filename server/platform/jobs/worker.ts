import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { isDatabaseAway } from '#server/platform/db/db.ts'
import { jobSeconds } from '#server/platform/http/metrics.ts'
import { arrivals, ATTEMPTS_MAX } from './jobs.ts'
import { JOB_PAYLOADS, type JobName, type JobPayload } from './payloads.ts'
import { toCurrent, withOldNames } from './renamed-jobs.ts'
import * as rows from './sql.ts'

/** The function for each job. A missing one is a compile error. */
export type JobHandlers = {
  [Name in JobName]: (ctx: Context, payload: JobPayload<Name>) => Promise<void>
}

/** A job that is written at regular intervals. */
export type Schedule = { name: JobName; everySeconds: number }

export type Worker = { stop(): Promise<void> }

type Options = {
  handlers: JobHandlers
  names: JobName[] // the jobs that this worker takes
  schedules: Schedule[]
  concurrency: number
  isOnlyNode: boolean // no other node uses the database, so all existing leases are from dead processes
}

const LEASE_SECONDS = 30
const RENEW_MS = 10_000
const LOOK_MS = 1_000
const FINISH_TIMEOUT_MS = 20_000
const RETRY_WAIT_MS = 250

/**
 * Takes jobs until it is stopped. Then waits for the running ones and leaves the rest to other nodes. It has looked for
 * jobs once when this resolves.
 */
export async function startWorker(ctx: Context, options: Options): Promise<Worker> {
  const { sql, now, log } = ctx
  const node = randomUUID()
  const inHand = new Map<Promise<void>, string>() // job ids by their work
  const stopping = new AbortController()
  const look = oneAtATime(takeSome, stopping.signal)

  if (options.isOnlyNode) await rows.releaseAllLeases(sql)
  const timers = [setInterval(look.soon, LOOK_MS), setInterval(() => void renew(), RENEW_MS)]
  const onArrival = (name?: JobName) => void (takes(options, name) && look.soon())
  arrivals.on('job', onArrival)
  look.soon()
  await look.ended()

  return {
    async stop() {
      stopping.abort()
      arrivals.off('job', onArrival)
      timers.forEach(clearInterval)
      await look.ended()
      await Promise.race([
        Promise.all(inHand.keys()),
        sleep(FINISH_TIMEOUT_MS, null, { ref: false }),
      ])
      await rows.releaseLeases(sql, node).catch((error: unknown) => {
        log.warn(error, 'job leases not released; they expire by themselves')
      })
    },
  }

  async function takeSome(): Promise<void> {
    try {
      await writeDue(ctx, options.schedules)
      const count = options.concurrency - inHand.size
      if (count <= 0) return
      const names = withOldNames(options.names)
      const take = { node, names, count, leaseSeconds: LEASE_SECONDS, now: now() }
      for (const job of await rows.takeJobs(sql, take)) hold(toCurrent(job))
    } catch (error) {
      log.warn(error, 'job queue cannot be reached')
    }
  }

  function hold(job: rows.TakenJob): void {
    const work = perform(ctx, options.handlers, { job, node, signal: stopping.signal })
      .finally(() => inHand.delete(work))
      .finally(look.soon)
    inHand.set(work, job.id)
  }

  /** Skips jobs that this node doesn't know it took, as when a connection breaks midway: their lease must run out. */
  async function renew(): Promise<void> {
    const ids = [...inHand.values()]
    await rows
      .renewLeases(sql, node, { ids, leaseSeconds: LEASE_SECONDS })
      .catch((error: unknown) => {
        log.warn(error, 'job leases not renewed')
      })
  }
}

/** True when the worker may have a job to take. The signal names no job when there may be several. */
const takes = ({ names }: Options, name?: JobName): boolean =>
  name === undefined || names.includes(name)

async function writeDue(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  schedules: Schedule[],
): Promise<void> {
  if (schedules.length > 0) await rows.insertDueJobs(sql, schedules, ATTEMPTS_MAX, now())
}

/** Runs one call at a time. A request during a run causes one more run after it. */
function oneAtATime(run: () => Promise<void>, signal: AbortSignal) {
  let running: Promise<void> | undefined
  let isWanted = false
  return { soon, ended: async () => running }

  function soon(): void {
    isWanted = true
    running ??= runWhileWanted().finally(() => {
      running = undefined
      if (isWanted && !signal.aborted) soon() // requested just as the last run ended
    })
  }

  async function runWhileWanted(): Promise<void> {
    while (isWanted && !signal.aborted) {
      isWanted = false
      await run()
    }
  }
}

type Hold = { job: rows.TakenJob; node: string; signal: AbortSignal }

async function perform(ctx: Context, handlers: JobHandlers, hold: Hold): Promise<void> {
  const { sql, now, log } = ctx
  const { job, node } = hold
  const held = { id: job.id, node }
  const stopTimer = jobSeconds.startTimer({ job: job.name })
  try {
    await handle(ctx, handlers, job)
  } catch (error) {
    stopTimer({ outcome: 'failed' })
    log.error({ err: error, job: job.name, attempts: job.attempts }, 'job failed')
    const runAt = new Date(now().getTime() + waitAfter(job.attempts))
    const words = error instanceof Error ? error.message : String(error)
    return untilWritten(() => rows.postponeJob(sql, { ...held, error: words, runAt }))
  }
  stopTimer({ outcome: 'done' })
  return untilWritten(() => rows.deleteJob(sql, held))

  /**
   * Retries until the database is back, because a job whose end is not recorded would run again. Other errors would
   * recur, so the job is left until its lease runs out.
   */
  async function untilWritten(write: () => Promise<unknown>): Promise<void> {
    while (!hold.signal.aborted) {
      try {
        await write()
        return
      } catch (error) {
        if (!isDatabaseAway(error)) return log.error(error, 'end of a job cannot be recorded')
        log.warn(error, 'end of a job cannot be recorded yet')
        await sleep(RETRY_WAIT_MS)
      }
    }
    await write().catch((error: unknown) => log.warn(error, 'end of a job not recorded'))
  }
}

function handle(ctx: Context, handlers: JobHandlers, { name, payload }: rows.TakenJob) {
  const known = JOB_PAYLOADS[name as JobName].parse(payload)
  const handler = handlers[name as JobName] as (ctx: Context, payload: unknown) => Promise<void>
  return handler(ctx, known)
}

const SHORTEST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 6 * 60 * 60 * 1000

/** Each wait is 2.5 times as long as the last. Random variation keeps many failed jobs from retrying at once. */
function waitAfter(attempts: number): number {
  const wait = SHORTEST_WAIT_MS * 2.5 ** (attempts - 1)
  return Math.min(wait, LONGEST_WAIT_MS) * (0.8 + 0.4 * Math.random())
}
