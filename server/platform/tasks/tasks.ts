import { randomUUIDv7 } from 'node:crypto'
import type { TaskKind, TaskLine } from '#contract/tasks.ts'
import { endAlerts, raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellNews } from '#server/platform/db/news.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import * as rows from './sql.ts'

// Long work that a person began: it is worked off in pieces, each of which commits what it did together with the word of it.

export type { TaskRow } from './sql.ts'

type Beginning = {
  kind: TaskKind
  title: string // in words: 'Orders of May, failed'
  wish: object // what was asked for; it can be read by whoever may see the task
  total?: number // left out where nobody can say yet
  fileName?: string // of what it makes
  by: string // the id of who began it
  now: Date
}

/** Begins a task in the caller's transaction: it exists, and is worked at, if and only if that commits. Answers its id. */
export async function beginTask(
  tx: Tx,
  { by, now, total, fileName, ...rest }: Beginning,
): Promise<string> {
  const id = randomUUIDv7()
  const task = { id, ...rest, userId: by, total: total ?? null, fileName: fileName ?? null }
  await rows.insertTask(tx, { ...task, createdAt: now })
  await enqueue(tx, 'work-task', { taskId: id, turn: 1 }, { runAt: now })
  await tellNews(tx, subjectOf(id))
  return id
}

/**
 * The task, held until the caller's transaction ends, so that nobody else works at it and nobody stops it meanwhile. Null
 * when it has ended: it was stopped, or is done.
 */
export const holdTask = (tx: Tx, id: string): Promise<rows.TaskRow | null> =>
  rows.lockOpenTask(tx, id)

/** Whether the task goes on. Until the caller's transaction ends nobody stops it; others may ask the same meanwhile. */
export const keepTask = (tx: Tx, id: string): Promise<boolean> => rows.shareOpenTask(tx, id)

export type Progress = {
  done: number // in all, not in this step
  total?: number
  note?: string // what it is at just now
  place?: unknown // where it goes on
  lines?: TaskLine[] // what became of single things in this step
  content?: string // the next piece of its file
}

/** In the transaction that did it. False when the task has ended, which the transaction should then undo. */
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
  await tellNews(tx, subjectOf(id))
  return true
}

export type Ending = {
  state: 'done' | 'failed'
  result: {
    words?: string // what came of it; of a failure, why
    counts?: { label: string; count: number }[]
    lines?: TaskLine[]
  }
  now: Date
}

/** The one way a task ends by itself. One that has ended stays as it is; a failure is told to the shop's people. */
export async function endTask(tx: Tx, id: string, { state, result, now }: Ending): Promise<void> {
  const task = await rows.lockOpenTask(tx, id)
  if (!task) return
  const { words = '', counts = [], lines = [] } = result
  if (lines.length > 0) await stepTask(tx, id, { done: task.done, lines })
  await rows.updateEnd(tx, id, { state, words, counts, now })
  await tellNews(tx, subjectOf(id))
  if (state === 'failed')
    await raiseAlert(
      tx,
      { now: () => now },
      {
        key: alertKeyOf(id),
        words: `“${task.title}” has failed${words ? `. ${words}` : ''}`,
        path: `/admin/task/${id}`,
        endsByHand: true,
      },
    )
  else await endAlerts(tx, { now: () => now }, [alertKeyOf(id)])
}

/** They can be tried again, and go on where they were; answers how many there are. */
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
