import type { Right } from '#contract/core/endpoint.ts'
import { hasRight, type Permissions } from '#contract/accounts/rights.ts'
import { TASK_KINDS, TaskKind, type Task } from '#contract/core/tasks.ts'
import type * as contract from '#contract/core/tasks.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { followUpdates } from '#server/platform/db/follow-updates.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import * as rows from './sql.ts'
import { subjectOf } from './tasks.ts'

const rightOf = (kind: TaskKind): Right => TASK_KINDS[kind].right

export const listTasks: Handler<typeof contract.listTasks> = async ({ sql }, input, caller) => {
  const { page, limit, sort, search, kind, state, by } = input
  const seen = TaskKind.options.filter((one) => hasRight(caller, rightOf(one)))
  const sought = {
    kinds: seen.filter((one) => !kind || one === kind),
    state: state ?? null,
    userId: by ? caller.id : null,
    search,
  }
  const [tasks, totalTasks] = await Promise.all([
    rows.selectTasks(sql, sought, { page, limit, sort }),
    rows.countTasks(sql, sought),
  ])
  return { tasks: tasks.map(toTask), totalTasks }
}

export const findTask: Handler<typeof contract.findTask> = async ({ sql }, { id }, caller) =>
  getTask(sql, id, caller)

export const followTask: Handler<typeof contract.followTask> = (ctx, { id }, caller, { gone }) =>
  followUpdates(ctx, {
    subject: subjectOf(id),
    gone,
    read: () => getTask(ctx.sql, id, caller),
    isOver: ({ endedAt }) => endedAt !== null,
  })

export const listTaskLines: Handler<typeof contract.listTaskLines> = async (
  { sql },
  input,
  caller,
) => {
  const { id, is = null, search, page, limit, sort } = input
  await getTask(sql, id, caller)
  const sought = { id, is, search }
  const [lines, totalLines] = await Promise.all([
    rows.selectLines(sql, sought, { page, limit, sort }),
    rows.countLines(sql, sought),
  ])
  return { lines, totalLines }
}

/** A task whose kind the person has no right to is reported as missing. */
export function seen(task: rows.TaskRow | null, who: Permissions): rows.TaskRow {
  if (!task || !hasRight(who, rightOf(task.kind))) throw new Refusal('NO_SUCH_TASK')
  return task
}

export const getTask = async (sql: Sql | Tx, id: string, who: Permissions): Promise<Task> =>
  toTask(seen(await rows.selectTask(sql, id), who))

const toTask = ({ id, userId, fullName, ...row }: rows.TaskRow): Task => ({
  ...row,
  _id: id,
  begunBy: { _id: userId, fullName },
  fileName: row.state === 'done' ? row.fileName : null,
  createdAt: row.createdAt.toISOString(),
  begunAt: row.begunAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
})
