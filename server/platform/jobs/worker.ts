import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { isDatabaseAway } from '#server/platform/db/db.ts'
import { jobSeconds } from '#server/platform/http/metrics.ts'
import { arrivals, ATTEMPTS_MAX } from './jobs.ts'
import { JOB_PAYLOADS, type JobName, type JobPayload } from './payloads.ts'
import * as rows from './sql.ts'

/** Who does each job. A name without a function here does not compile. */
export type JobHandlers = {
  [Name in JobName]: (ctx: Context, payload: JobPayload<Name>) => Promise<void>
}

/** What happens by itself. */
export type Schedule = { name: JobName; everySeconds: number }

export type Worker = { stop(): Promise<void> }

type Options = {
  handlers: JobHandlers
  names: JobName[] // those of them that it takes
  schedules: Schedule[]
  concurrency: number
  isOnlyNode: boolean // on a database of its own: whatever another node held, it is dead
}

const LEASE_SECONDS = 30
const RENEW_MS = 10_000
const LOOK_MS = 1_000
const FINISH_TIMEOUT_MS = 20_000
const RETRY_WAIT_MS = 250

/** Takes jobs until it is stopped; then lets those in hand finish, and leaves the rest to others. */
export async function startWorker(ctx: Context, options: Options): Promise<Worker> {
  const { sql, now, log } = ctx
  const node = randomUUID()
  const inHand = new Map<Promise<void>, string>() // with the job's id
  const stopping = new AbortController()
  const look = oneAtATime(takeSome, stopping.signal)

  if (options.isOnlyNode) await rows.releaseAllLeases(sql)
  const timers = [setInterval(look.soon, LOOK_MS), setInterval(() => void renew(), RENEW_MS)]
  const onArrival = (name?: JobName) => void (takes(options, name) && look.soon())
  arrivals.on('job', onArrival)
  look.soon()

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
        log.warn(error, 'the leases of jobs were not given back; they run out by themselves')
      })
    },
  }

  async function takeSome(): Promise<void> {
    try {
      await writeDue(ctx, options.schedules)
      const count = options.concurrency - inHand.size
      if (count <= 0) return
      const { names } = options
      const take = { node, names, count, leaseSeconds: LEASE_SECONDS, now: now() }
      for (const job of await rows.takeJobs(sql, take)) hold(job)
    } catch (error) {
      log.warn(error, 'the job queue cannot be reached')
    }
  }

  function hold(job: rows.TakenJob): void {
    const work = perform(ctx, options.handlers, { job, node, signal: stopping.signal })
      .finally(() => inHand.delete(work))
      .finally(look.soon)
    inHand.set(work, job.id)
  }

  /** Of those in hand alone: one that was taken as the connection broke is known here to nobody, and must run out. */
  async function renew(): Promise<void> {
    const ids = [...inHand.values()]
    await rows
      .renewLeases(sql, node, { ids, leaseSeconds: LEASE_SECONDS })
      .catch((error: unknown) => {
        log.warn(error, 'the leases of jobs were not renewed')
      })
  }
}

/** Whether there may be something for it: nobody says which names have come where several have. */
const takes = ({ names }: Options, name?: JobName): boolean =>
  name === undefined || names.includes(name)

async function writeDue({ sql, now }: Context, schedules: Schedule[]): Promise<void> {
  if (schedules.length > 0) await rows.insertDueJobs(sql, schedules, ATTEMPTS_MAX, now())
}

/** One run at a time; asked for during one, it runs again after it. */
function oneAtATime(run: () => Promise<void>, signal: AbortSignal) {
  let running: Promise<void> | undefined
  let isWanted = false
  return { soon, ended: async () => running }

  function soon(): void {
    isWanted = true
    running ??= runWhileWanted().finally(() => {
      running = undefined
      if (isWanted && !signal.aborted) soon() // asked for in the very moment it ended
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
   * The end of a job is written when the database is back; were it forgotten, the job would run again.
   * What a database that is there does not take it never will: that job's lease runs out.
   */
  async function untilWritten(write: () => Promise<unknown>): Promise<void> {
    while (!hold.signal.aborted) {
      try {
        await write()
        return
      } catch (error) {
        if (!isDatabaseAway(error)) return log.error(error, 'the end of a job cannot be written')
        log.warn(error, 'the end of a job cannot be written yet')
        await sleep(RETRY_WAIT_MS)
      }
    }
    await write().catch((error: unknown) => log.warn(error, 'the end of a job was not written'))
  }
}

function handle(ctx: Context, handlers: JobHandlers, { name, payload }: rows.TakenJob) {
  const known = JOB_PAYLOADS[name as JobName].parse(payload)
  const handler = handlers[name as JobName] as (ctx: Context, payload: unknown) => Promise<void>
  return handler(ctx, known)
}

const SHORTEST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 6 * 60 * 60 * 1000

/** Twice and a half as long each time, a little uneven so that a crowd does not come back at once. */
function waitAfter(attempts: number): number {
  const wait = SHORTEST_WAIT_MS * 2.5 ** (attempts - 1)
  return Math.min(wait, LONGEST_WAIT_MS) * (0.8 + 0.4 * Math.random())
}
