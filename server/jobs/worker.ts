import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger as QueueLogger,
  parseCronItems,
  run,
  runMigrations,
  type CronItem,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Context } from '#server/context.ts'
import { jobSeconds } from '#server/http/metrics.ts'
import { JOB_PAYLOADS, type JobName, type JobPayload } from './payloads.ts'
import { deleteNode, deleteNodes, freeJobsOfDeadNodes, upsertNode } from './sql.ts'

/** Who does each job. A name without a function here does not compile. */
export type JobHandlers = {
  [Name in JobName]: (ctx: Context, payload: JobPayload<Name>) => Promise<void>
}

export type Worker = { stop(): Promise<void> }

type Options = {
  databaseUrl: string
  concurrency: number
  crons: CronItem[]
  isOnlyNode: boolean // on a database of its own: whatever another node held, it is dead
}

const BEAT_MS = 5_000
const SILENT_SECONDS = 20 // after which a node counts as dead
const FINISH_TIMEOUT_MS = 20_000
const RESTART_WAIT_MS = 1_000

/** Takes jobs until it is stopped; then lets those in hand finish. */
export async function startWorker(
  ctx: Context,
  handlers: JobHandlers,
  options: Options,
): Promise<Worker> {
  if (options.isOnlyNode) {
    await deleteNodes(ctx.sql)
    await freeJobsOfDeadNodes(ctx.sql, 0)
  }
  const pgPool = openPool(options)
  let isStopping = false
  let shift = await beginShift(ctx, handlers, pgPool, options)
  void supervise()

  return {
    async stop() {
      isStopping = true
      await shift.end()
      await pgPool.end()
    },
  }

  /** The queue gives up when the database is away for long; the shop does not. */
  async function supervise(): Promise<void> {
    while (!isStopping) {
      await shift.isOver
      if (isStopping) return
      ctx.log.error('the job queue stopped unexpectedly; starting it again')
      await shift.end().catch(() => {})
      await sleep(RESTART_WAIT_MS)
      const next = await beginShift(ctx, handlers, pgPool, options).catch((error: unknown) => {
        ctx.log.error(error, 'the job queue did not start')
      })
      if (next) shift = next
    }
  }
}

function openPool({ databaseUrl, concurrency }: Options): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: concurrency + 2,
    application_name: 'gemstall jobs',
  })
  // The queue reconnects by itself; unheard, these errors would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

type Shift = { isOver: Promise<void>; end(): Promise<void> }

async function beginShift(
  ctx: Context,
  handlers: JobHandlers,
  pgPool: Pool,
  { concurrency, crons }: Options,
): Promise<Shift> {
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  events.on('pool:create', ({ workerPool }) => void (id = workerPool.id))
  const runner = await run({
    pgPool,
    events,
    concurrency,
    parsedCronItems: parseCronItems(crons),
    taskList: toTasks(ctx, handlers),
    pollInterval: 1_000,
    gracefulShutdownAbortTimeout: FINISH_TIMEOUT_MS,
    noHandleSignals: true,
    logger: toQueueLogger(ctx.log),
  })
  await upsertNode(ctx.sql, id)
  const timer = setInterval(() => void beat(ctx, id), BEAT_MS)
  return {
    isOver: runner.promise.catch((error: unknown) => ctx.log.error(error, 'job queue')),
    async end() {
      clearInterval(timer)
      await runner.stop().catch(() => {}) // it may have stopped by itself
      await deleteNode(ctx.sql, id)
    },
  }
}

/** Says that this node lives, and takes over the jobs of those that do not. */
async function beat({ sql, log }: Context, id: string): Promise<void> {
  try {
    await upsertNode(sql, id)
    const freed = await freeJobsOfDeadNodes(sql, SILENT_SECONDS)
    if (freed > 0) log.warn({ freed }, 'took over the jobs of a node that died')
  } catch (error) {
    log.warn(error, 'no beat')
  }
}

function toTasks(ctx: Context, handlers: JobHandlers): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (payload: unknown) => {
        const stopTimer = jobSeconds.startTimer({ job: name })
        try {
          const known = JOB_PAYLOADS[name as JobName].parse(payload)
          await (handle as (ctx: Context, payload: unknown) => Promise<void>)(ctx, known)
          stopTimer({ outcome: 'done' })
        } catch (error) {
          stopTimer({ outcome: 'failed' })
          ctx.log.error({ err: error, job: name }, 'job failed; it will be tried again')
          throw error
        }
      },
    ]),
  )
}

/** Creates and upgrades the tables of the queue. */
export const migrateJobs = (databaseUrl: string, log: Logger) =>
  runMigrations({ connectionString: databaseUrl, logger: toQueueLogger(log) })

/** The queue tells of every job; its warnings are enough, the rest is in our own lines. */
const toQueueLogger = (log: Logger) =>
  new QueueLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ queue: message }, 'job queue')
  })
