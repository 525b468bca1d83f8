import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput, type Right } from './endpoint.ts'
import { ByDate, Paging } from './paging.ts'

/** Kinds of long work in the back office, with the right that lets staff see and stop each. */
export const TASK_KINDS = {
  'export-orders': { label: 'Order export', right: 'orders' },
  'export-transactions': { label: 'Transaction export', right: 'payments' },
  'import-products': { label: 'Pack import', right: 'catalogue' },
  'sync-prices': { label: 'Price check', right: 'catalogue' },
  broadcast: { label: 'Announcement', right: 'marketing' },
} as const satisfies Record<string, { label: string; right: Right }>

export const TaskKind = z.enum(Object.keys(TASK_KINDS) as [keyof typeof TASK_KINDS])
export type TaskKind = z.output<typeof TaskKind>

/** Waiting and running tasks continue by themselves. Failed and stopped ones can be continued where they stopped. */
export const TaskState = z.enum(['waiting', 'running', 'done', 'failed', 'stopped'])
export type TaskState = z.output<typeof TaskState>

export const hasTaskEnded = ({ state }: { state: TaskState }): boolean =>
  state !== 'waiting' && state !== 'running'

/** A long piece of work that a person in the back office began. */
export const Task = z.object({
  _id: z.string(),
  kind: TaskKind,
  title: z.string(),
  begunBy: z.object({ _id: z.string(), fullName: z.string() }),
  input: z.record(z.string(), z.unknown()), // the request, as it was sent
  state: TaskState,
  done: z.int(),
  total: z.int().nullable(), // null if not known yet
  note: z.string(), // its current step, or why it does not make progress
  words: z.string(), // its result
  counts: z.array(z.object({ label: z.string(), count: z.int() })),
  lineCount: z.int(),
  fileName: z.string().nullable(), // the file that it made, while it is kept
  version: z.int(),
  createdAt: z.iso.datetime(),
  begunAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Task = z.output<typeof Task>

/** Result for one item of a task, with the reason. */
export const TaskLine = z.object({
  is: z.enum(['good', 'doubtful', 'bad']),
  subject: z.string(),
  words: z.string(),
})
export type TaskLine = z.output<typeof TaskLine>

export const listTasks = endpoint({
  method: 'GET',
  path: '/task',
  access: 'admin',
  right: 'any',
  message: '',
  input: Paging.extend({
    kind: TaskKind.exactOptional(),
    state: TaskState.exactOptional(),
    by: z.literal('me').exactOptional(),
    ...ByDate,
  }),
  output: z.object({ tasks: z.array(Task), totalTasks: z.int() }),
})

const ofTask = z.strictObject({ id: Id })

export const findTask = endpoint({
  method: 'GET',
  path: '/task/:id',
  access: 'admin',
  right: 'any',
  message: '',
  input: ofTask,
  output: Task,
})

/** Streams the task as it is now, then each change until it ends. */
export const followTask = endpoint({
  method: 'GET',
  path: '/task/:id/events',
  access: 'admin',
  right: 'any',
  message: '',
  input: ofTask,
  output: Task,
  stream: true,
})

/** Lists lines in the order in which they were written, by default. */
export const listTaskLines = endpoint({
  method: 'GET',
  path: '/task/:id/line',
  access: 'admin',
  right: 'any',
  message: '',
  input: Paging.extend({ id: Id, is: TaskLine.shape.is.exactOptional(), ...ByDate }),
  output: z.object({ lines: z.array(TaskLine), totalLines: z.int() }),
})

/** Stops a task after its current step. */
export const stopTask = endpoint({
  method: 'POST',
  path: '/task/:id/stop',
  access: 'admin',
  right: 'any',
  message: 'Stopped',
  input: ofTask,
  output: Task,
})

/** Continues a task where it stopped. */
export const retryTask = endpoint({
  method: 'POST',
  path: '/task/:id/retry',
  access: 'admin',
  right: 'any',
  message: 'The task continues where it stopped',
  input: ofTask,
  output: Task,
})

export const getTaskFile = endpoint({
  method: 'GET',
  path: '/task/:id/file.csv',
  access: 'admin',
  right: 'any',
  confirm: true,
  message: '',
  input: ofTask,
  output: z.string(),
  file: 'csv',
  stream: true,
})

/** A background job that failed its last allowed attempt and is not done yet. */
const FailedJob = z.object({
  _id: z.string(),
  name: z.string(),
  error: z.string(),
  isTriedAgain: z.boolean(), // a person has retried it, and the result is not known yet
})
export type FailedJob = z.output<typeof FailedJob>

export const listFailedJobs = endpoint({
  method: 'GET',
  path: '/job/failed',
  access: 'admin',
  message: '',
  input: NoInput,
  output: z.array(FailedJob), // the newest first
})

export const retryJob = endpoint({
  method: 'POST',
  path: '/job/:id/retry',
  access: 'admin',
  message: 'The job will be retried',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
