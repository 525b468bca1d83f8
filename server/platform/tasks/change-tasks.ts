import type * as contract from '#contract/core/tasks.ts'
import type { Task } from '#contract/core/tasks.ts'
import { endAlerts } from '#server/platform/alerts/alerts.ts'
import { changeQuietly } from '#server/platform/audit/change-content.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellFollowers } from '#server/platform/db/live-updates.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { getTask, seen } from './see-tasks.ts'
import * as rows from './sql.ts'
import { alertKeyOf, subjectOf } from './tasks.ts'

/** Waits for a step that is being written. The next step finds that the task has ended. */
export const stopTask: Handler<typeof contract.stopTask> = (ctx, { id }, caller, visit) =>
  change(ctx, { id, action: 'stop task', caller, visit }, async (tx, task, now) => {
    if (task.endedAt) throw new Refusal('TASK_HAS_ENDED')
    const words = `${caller.id === task.userId ? 'Stopped' : 'Stopped by someone else'} before it was done`
    await rows.updateEnd(tx, id, { state: 'stopped', words, counts: task.counts, now })
  })

export const retryTask: Handler<typeof contract.retryTask> = (ctx, { id }, caller, visit) =>
  change(ctx, { id, action: 'retry task', caller, visit }, async (tx, task, now) => {
    if (task.state !== 'failed' && task.state !== 'stopped') throw new Refusal('TASK_GOES_ON')
    await rows.updateAgain(tx, id)
    await enqueue(tx, 'work-task', { taskId: id, turn: task.turn + 1 }, { runAt: now })
    await endAlerts(ctx, tx, [alertKeyOf(id)])
  })

type Change = { id: string; action: string; caller: Caller; visit: Visit }

const change = (
  ctx: Pick<Context, 'sql' | 'now'>,
  { id, action, caller, visit }: Change,
  run: (tx: Tx, task: rows.TaskRow, now: Date) => Promise<void>,
): Promise<Task> =>
  changeQuietly(ctx, { caller, visit }, async (tx, now) => {
    const task = seen(await rows.lockTask(tx, id), caller)
    await run(tx, task, now)
    await tellFollowers(tx, subjectOf(id))
    const answer = await getTask(tx, id, caller)
    const { title } = task
    return {
      action,
      subject: `task ${id}`,
      before: { title, state: task.state },
      after: { title, state: answer.state },
      answer,
    }
  })
