import type { TaskKind, TaskLine, TaskState } from '#contract/core/tasks.ts'
import { byDate, containing } from '#server/platform/db/lists.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

export type TaskRow = {
  id: string
  kind: TaskKind
  title: string
  input: Record<string, unknown>
  userId: string
  fullName: string
  state: TaskState
  done: number
  total: number | null
  note: string
  cursor: unknown
  words: string
  counts: { label: string; count: number }[]
  lineCount: number
  pieceCount: number
  fileName: string | null
  turn: number
  failures: number
  version: number
  createdAt: Date
  begunAt: Date | null
  endedAt: Date | null
}

const columns = (sql: Sql | Tx) => sql`
  task.id, kind, title, input, user_id, full_name, state, done, total, note, cursor, words, counts,
  line_count, piece_count, file_name, turn, failures, version, task.created_at, begun_at, ended_at`

type NewTask = Pick<
  TaskRow,
  'id' | 'kind' | 'title' | 'userId' | 'total' | 'fileName' | 'createdAt'
> & { input: object }

export const insertTask = (tx: Tx, { input, ...task }: NewTask) => tx`
  insert into task ${tx.values({ ...task, input: tx.json(input) })}`

export async function selectTask(sql: Sql | Tx, id: string): Promise<TaskRow | null> {
  const [row] = await sql<TaskRow[]>`
    select ${columns(sql)} from task join users on users.id = user_id where task.id = ${id}`
  return row ?? null
}

export async function lockTask(tx: Tx, id: string): Promise<TaskRow | null> {
  const [row] = await tx<TaskRow[]>`
    select ${columns(tx)} from task join users on users.id = user_id
    where task.id = ${id} for no key update of task`
  return row ?? null
}

/** Returns null when the task has ended. */
export async function lockOpenTask(tx: Tx, id: string): Promise<TaskRow | null> {
  const task = await lockTask(tx, id)
  return task && task.endedAt === null ? task : null
}

/** Takes a shared lock, for which a change must wait. Returns false when the task has ended. */
export async function shareOpenTask(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx`select from task where id = ${id} and ended_at is null for share`
  return row !== undefined
}

export const selectOpenTasks = (tx: Tx) => tx<{ id: string }[]>`
  select id from task where ended_at is null order by id`

type Step = {
  done: number
  total?: number
  note?: string
  cursor?: unknown
  lineCount: number
  pieceCount: number
}

type Counted = Pick<TaskRow, 'lineCount' | 'pieceCount'>

/** Returns null when the task has ended. Progress resets the count of failures. */
export async function updateProgress(
  tx: Tx,
  id: string,
  { cursor, lineCount, pieceCount, note = '', ...change }: Step,
): Promise<Counted | null> {
  const set = { ...change, note, ...(cursor === undefined ? {} : { cursor: tx.json(cursor) }) }
  const [row] = await tx<Counted[]>`
    update task set ${tx.set(set)}, failures = 0, version = version + 1,
      line_count = line_count + ${lineCount}, piece_count = piece_count + ${pieceCount}
    where id = ${id} and ended_at is null
    returning line_count, piece_count`
  return row ?? null
}

/** Counts each attempt as failed until it makes progress. So an attempt that dies with its process counts too. */
export const updateBegun = (tx: Tx, id: string, now: Date) => tx`
  update task set state = 'running', begun_at = coalesce(begun_at, ${now}), failures = failures + 1,
    version = version + 1
  where id = ${id}`

export const updateTurn = (tx: Tx, id: string, failures: number) => tx`
  update task set turn = turn + 1, failures = ${failures} where id = ${id}`

export const updateNote = (tx: Tx, id: string, note: string) => tx`
  update task set note = ${note}, version = version + 1 where id = ${id}`

type End = Pick<TaskRow, 'words' | 'counts'> & { state: TaskState; now: Date }

export const updateEnd = (tx: Tx, id: string, { state, words, counts, now }: End) => tx`
  update task set state = ${state}, words = ${words}, counts = ${tx.json(counts)}, note = '',
    ended_at = ${now}, version = version + 1
  where id = ${id}`

/** Reopens the task and keeps its progress. */
export const updateAgain = (tx: Tx, id: string) => tx`
  update task set state = 'waiting', words = '', counts = '[]', note = '', failures = 0, ended_at = null,
    turn = turn + 1, version = version + 1
  where id = ${id}`

export const insertLines = (tx: Tx, id: string, before: number, lines: TaskLine[]) => tx`
  insert into task_line (task_id, number, tone, subject, words)
  select ${id}, ${before}::int + number, tone, subject, words
  from unnest(
    ${lines.map(({ is }) => is)}::text[],
    ${lines.map(({ subject }) => subject)}::text[],
    ${lines.map(({ words }) => words)}::text[]
  ) with ordinality as line (tone, subject, words, number)`

export const insertPiece = (tx: Tx, taskId: string, number: number, content: Buffer) => tx`
  insert into task_piece ${tx.values({ taskId, number, content })}`

/** Returns null after the last piece. */
export async function selectPiece(sql: Sql, id: string, number: number): Promise<Buffer | null> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from task_piece where task_id = ${id} and number = ${number}`
  return row?.content ?? null
}

export type TaskFilter = {
  kinds: TaskKind[]
  state: TaskState | null
  userId: string | null
  search: string
}

const matches = (sql: Sql, { kinds, state, userId, search }: TaskFilter) => sql`
  kind = any(${kinds})
  ${state ? sql`and state = ${state}` : sql``}
  ${userId ? sql`and user_id = ${userId}` : sql``}
  ${search ? sql`and title ilike ${containing(search)}` : sql``}`

type Page = { page: number; limit: number; sort?: string | undefined }

export const selectTasks = (sql: Sql, sought: TaskFilter, { page, limit, sort }: Page) => sql<
  TaskRow[]
>`
  select ${columns(sql)} from task join users on users.id = user_id where ${matches(sql, sought)}
  order by task.created_at ${byDate(sql, sort)}, task.id ${byDate(sql, sort)} limit ${limit} offset ${(page - 1) * limit}`

export async function countTasks(sql: Sql, sought: TaskFilter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from task where ${matches(sql, sought)}`
  return row.count
}

export type SoughtLines = { id: string; is: TaskLine['is'] | null; search: string }

const matchesLine = (sql: Sql, { id, is, search }: SoughtLines) => sql`
  task_id = ${id} ${is ? sql`and tone = ${is}` : sql``}
  ${search ? sql`and subject || ' ' || words ilike ${containing(search)}` : sql``}`

export const selectLines = (
  sql: Sql,
  sought: SoughtLines,
  { page, limit, sort = 'createdAt' }: Page,
) => sql<TaskLine[]>`
  select tone as is, subject, words from task_line where ${matchesLine(sql, sought)}
  order by number ${byDate(sql, sort)} limit ${limit} offset ${(page - 1) * limit}`

export async function countLines(sql: Sql, sought: SoughtLines): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from task_line where ${matchesLine(sql, sought)}`
  return row.count
}

/** Deletes files of tasks that ended earlier. The tasks stay in the list. */
export const deleteFiles = (tx: Tx, before: Date) => tx`
  with old as (
    update task set file_name = null, version = version + 1
    where file_name is not null and ended_at < ${before} returning id
  )
  delete from task_piece using old where task_id = old.id`
