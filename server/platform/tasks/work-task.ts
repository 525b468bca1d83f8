import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskKind } from '#contract/core/tasks.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellFollowers } from '#server/platform/db/live-updates.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import * as rows from './sql.ts'
import { endTask, holdTask, subjectOf } from './tasks.ts'

/**
 * Prepares the next piece of a task. It reads and makes requests without a transaction. It returns a function that runs
 * in one, writes the effect, and records progress with `stepTask` or `endTask`. If the task has changed meanwhile, the
 * function is discarded, and the piece is prepared again from the changed task.
 */
export type Work = (ctx: Context, task: rows.TaskRow) => Promise<Piece>
export type Piece = (tx: Tx, now: Date) => Promise<Next>

/** `more` continues at once, `runAt` continues later. After `over`, the task is done or another job continues it. */
export type Next = 'more' | 'over' | { runAt: Date }

/** The function for each kind of task. */
export type Works = Record<TaskKind, Work>

type Turn = JobPayload<'work-task'>

const RUN_MS = 3_000 // then another job continues, so that a stopping node need not wait for long work
const FAILURES_MAX = 5 // in a row, without progress
const SHORTEST_WAIT_MS = 2_000

/** Works on a task while this job has the task's current turn. */
export const workTask =
  (works: Works) =>
  async (ctx: Context, turn: Turn): Promise<void> => {
    if (!(await begin(ctx, turn))) return
    const runUntil = performance.now() + RUN_MS
    try {
      while (await workOnce(ctx, { turn, works, isLast: () => performance.now() > runUntil }))
        await sleep(0) // lets other work of this process run
    } catch (error) {
      ctx.log.error({ err: error, task: turn.taskId }, 'step of a task failed')
      await takeFailure(ctx, turn, error)
    }
  }

const hold = async (tx: Tx, { taskId, turn }: Turn): Promise<rows.TaskRow | null> => {
  const task = await holdTask(tx, taskId)
  return task?.turn === turn ? task : null
}

const begin = (ctx: Pick<Context, 'sql' | 'now'>, turn: Turn): Promise<boolean> =>
  ctx.sql.begin(async (tx) => {
    const [task, now] = [await hold(tx, turn), ctx.now()]
    if (!task) return false
    if (task.failures >= FAILURES_MAX) {
      const words = 'The process that ran it stopped in the middle, again and again'
      await endTask(tx, task.id, { state: 'failed', result: { words }, now })
      return false
    }
    await rows.updateBegun(tx, task.id, now)
    await tellFollowers(tx, subjectOf(task.id))
    return true
  })

type Run = { turn: Turn; works: Works; isLast: () => boolean }

/** Returns false when this job has nothing more to do. */
async function workOnce(ctx: Context, { turn, works, isLast }: Run): Promise<boolean> {
  const task = await rows.selectTask(ctx.sql, turn.taskId)
  if (!task || task.endedAt || task.turn !== turn.turn) return false
  const piece = await works[task.kind](ctx, task)
  return ctx.sql.begin(async (tx) => {
    const held = await hold(tx, turn)
    if (!held) return false
    if (held.version !== task.version) return true // the task has changed, so the piece is out of date
    const next = await piece(tx, ctx.now())
    if (next === 'over') return false
    if (next === 'more' && !isLast()) return true
    await handOver(tx, turn, { runAt: next === 'more' ? ctx.now() : next.runAt, failures: 0 })
    return false
  })
}

type Handover = { runAt: Date; failures: number }

/** Enqueues the job that continues. The new turn number stops all other jobs of the task. */
async function handOver(
  tx: Tx,
  { taskId, turn }: Turn,
  { runAt, failures }: Handover,
): Promise<void> {
  await rows.updateTurn(tx, taskId, failures)
  await enqueue(tx, 'work-task', { taskId, turn: turn + 1 }, { runAt })
}

/** Retries a few times, after longer and longer waits. A refusal would recur, so it ends the task at once. */
async function takeFailure(
  ctx: Pick<Context, 'sql' | 'now'>,
  turn: Turn,
  error: unknown,
): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const task = await hold(tx, turn)
    if (!task) return
    const [words, now] = [tellFailure(error), ctx.now()]
    const isNo = error instanceof Refusal && error.status < 500
    if (isNo || task.failures >= FAILURES_MAX)
      return endTask(tx, task.id, { state: 'failed', result: { words }, now })
    await rows.updateNote(tx, task.id, `Trying again. ${words}`)
    await tellFollowers(tx, subjectOf(task.id))
    const wait = SHORTEST_WAIT_MS * 2.5 ** Math.max(0, task.failures - 1)
    const runAt = new Date(now.getTime() + wait)
    return handOver(tx, turn, { runAt, failures: task.failures })
  })
}

function tellFailure(error: unknown): string {
  if (error instanceof Refusal) return error.message
  return `Something went wrong: ${error instanceof Error ? error.message : String(error)}`
}
