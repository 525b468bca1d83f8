import { randomUUIDv7 } from 'node:crypto'
import type { TaskKind, TaskLine } from '#contract/core/tasks.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellFollowers } from '#server/platform/db/live-updates.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import * as rows from './sql.ts'

// Long work started by a person. It is done in pieces. Each commits its effect together with the task's progress.

export type { TaskRow } from './sql.ts'

type Beginning = {
  kind: TaskKind
  title: string // such as 'Orders of May, failed'
  input: object // everybody who may see the task can read it
  total?: number // left out when not yet known
  fileName?: string // of the file it makes, if any
  by: string // id of the person who started it
  now: Date
}

/** Starts a task in the caller's transaction and returns its id. The task exists only if that commits. */
export async function beginTask(
  tx: Tx,
  { by, now, total, fileName, ...rest }: Beginning,
): Promise<string> {
  const id = randomUUIDv7()
  const task = { id, ...rest, userId: by, total: total ?? null, fileName: fileName ?? null }
  await rows.insertTask(tx, { ...task, createdAt: now })
  await enqueue(tx, 'work-task', { taskId: id, turn: 1 }, { runAt: now })
  await tellFollowers(tx, subjectOf(id))
  return id
}

/**
 * Locks the task until the caller's transaction ends, so that nobody else works on it or stops it. Returns null when
 * the task has ended.
 */
export const holdTask = (tx: Tx, id: string): Promise<rows.TaskRow | null> =>
  rows.lockOpenTask(tx, id)

/** True while the task is open. Its shared lock keeps it from being stopped until the caller's transaction ends. */
export const keepTask = (tx: Tx, id: string): Promise<boolean> => rows.shareOpenTask(tx, id)

export type Progress = {
  done: number // the total so far, not only this step
  total?: number
  note?: string // what is being done now
  cursor?: unknown // where the next step continues
  lines?: TaskLine[] // results of single items in this step
  content?: string // the next piece of its file
}

/**
 * Records progress, in the transaction that did the work. Returns false when the task has ended; the caller should then
 * roll back.
 */
export async function stepTask(tx: Tx, id: string, progress: Progress): Promise<boolean> {
  const { lines = [], content = '', ...change } = progress
  const task = await rows.updateProgress(tx, id, {
    ...change,
    lineCount: lines.length,
    pieceCount: content === '' ? 0 : 1,
  })
  if (!task) return false
  if (lines.length > 0) await rows.insertLines(tx, id, task.lineCount - lines.length, lines)
  if (content !== '') await rows.insertPiece(tx, id, task.pieceCount, Buffer.from(content))
  await tellFollowers(tx, subjectOf(id))
  return true
}

export type Ending = {
  state: 'done' | 'failed'
  result: {
    words?: string // the outcome, or why it failed
    counts?: { label: string; count: number }[]
    lines?: TaskLine[]
  }
  now: Date
}

/** The only way a task ends by itself. Leaves an ended task as it is. A failure raises an alert for the staff. */
export async function endTask(tx: Tx, id: string, { state, result, now }: Ending): Promise<void> {
  const task = await rows.lockOpenTask(tx, id)
  if (!task) return
  const { words = '', counts = [], lines = [] } = result
  if (lines.length > 0) await stepTask(tx, id, { done: task.done, lines })
  await rows.updateEnd(tx, id, { state, words, counts, now })
  await tellFollowers(tx, subjectOf(id))
  if (state === 'failed')
    await raiseAlert({ now: () => now }, tx, {
      key: alertKeyOf(id),
      words: `“${task.title}” has failed${words ? `. ${words}` : ''}`,
      path: `/admin/task/${id}`,
      endsByHand: true,
    })
  else await endAlerts({ now: () => now }, tx, [alertKeyOf(id)])
}

/** Fails all open tasks and returns how many there were. Each can be retried and continues where it was. */
export async function failOpenTasks(
  tx: Tx,
  { words, now }: { words: string; now: Date },
): Promise<number> {
  const open = await rows.selectOpenTasks(tx)
  for (const { id } of open) await endTask(tx, id, { state: 'failed', result: { words }, now })
  return open.length
}

export const subjectOf = (id: string): string => `task ${id}`

export const alertKeyOf = (id: string): string => `task ${id}`
