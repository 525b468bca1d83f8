import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput, type Right } from './endpoint.ts'
import { ByDate, Paging } from './paging.ts'

/** Long work of the back office, each with the right that lets one of the staff see it and stop it. */
export const TASK_KINDS = {
  'export-orders': { label: 'Export of orders', right: 'orders' },
  'export-transactions': { label: 'Export of transactions', right: 'payments' },
  'import-products': { label: 'Import of packs', right: 'catalogue' },
  'sync-prices': { label: 'Look at prices', right: 'catalogue' },
  broadcast: { label: 'Announcement', right: 'marketing' },
} as const satisfies Record<string, { label: string; right: Right }>

export const TaskKind = z.enum(Object.keys(TASK_KINDS) as [keyof typeof TASK_KINDS])
export type TaskKind = z.output<typeof TaskKind>

/** What is waiting or running goes on by itself; what failed or was stopped can go on where it was. */
export const TaskState = z.enum(['waiting', 'running', 'done', 'failed', 'stopped'])
export type TaskState = z.output<typeof TaskState>

export const hasTaskEnded = ({ state }: { state: TaskState }): boolean =>
  state !== 'waiting' && state !== 'running'

/** One piece of long work that somebody of the back office began. */
export const Task = z.object({
  _id: z.string(),
  kind: TaskKind,
  title: z.string(),
  begunBy: z.object({ _id: z.string(), fullName: z.string() }),
  wish: z.record(z.string(), z.unknown()), // what was asked for, as it was sent
  state: TaskState,
  done: z.int(),
  total: z.int().nullable(), // null where nobody can say yet
  note: z.string(), // what it is at just now, or why it does not get on
  words: z.string(), // what came of it
  counts: z.array(z.object({ label: z.string(), count: z.int() })),
  lineCount: z.int(),
  fileName: z.string().nullable(), // of what it has made, while it is kept
  version: z.int(),
  createdAt: z.iso.datetime(),
  begunAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Task = z.output<typeof Task>

/** What became of one of many things, and why. */
export const TaskLine = z.object({
  is: z.enum(['good', 'doubtful', 'bad']),
  subject: z.string(),
  words: z.string(),
})
export type TaskLine = z.output<typeof TaskLine>

/** The newest first. */
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

/** The task as it is now, then at each change, until it has ended. */
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

/** In the order in which they came, unless told. */
export const listTaskLines = endpoint({
  method: 'GET',
  path: '/task/:id/line',
  access: 'admin',
  right: 'any',
  message: '',
  input: Paging.extend({ id: Id, is: TaskLine.shape.is.exactOptional(), ...ByDate }),
  output: z.object({ lines: z.array(TaskLine), totalLines: z.int() }),
})

/** After the step that it is at. */
export const stopTask = endpoint({
  method: 'POST',
  path: '/task/:id/stop',
  access: 'admin',
  right: 'any',
  message: 'Stopped',
  input: ofTask,
  output: Task,
})

/** Goes on where it was. */
export const retryTask = endpoint({
  method: 'POST',
  path: '/task/:id/retry',
  access: 'admin',
  right: 'any',
  message: 'It goes on where it was',
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

/** Work of the shop itself that has failed as often as it may, and is not done yet. */
const FailedJob = z.object({
  _id: z.string(),
  name: z.string(),
  error: z.string(),
  isTriedAgain: z.boolean(), // a person has said so, and it is not known yet what becomes of it
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
  message: 'It is tried again',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
