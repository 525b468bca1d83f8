import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { findTask, getTaskFile, hasTaskEnded, type Task } from '#contract/core/tasks.ts'
import { download } from '#tests/support/calls/files.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'

type Beginning = Endpoint & { output: typeof Task }

export async function begin<E extends Beginning>(
  person: Person,
  endpoint: E,
  input: Input<E>,
): Promise<Task> {
  const { status, data, message } = await person.call(endpoint, input)
  if (status !== 200) throw new Error(message)
  return data as Task
}

export async function untilEnded(person: Person, { _id: id }: Pick<Task, '_id'>): Promise<Task> {
  let task: Task | undefined
  await until('the task has ended', async () => {
    task = (await person.call(findTask, { id })).data
    return hasTaskEnded(task)
  })
  return task!
}

/** Exports a list as a file, and returns the task with the file's rows. */
export async function exportList<E extends Beginning>(
  person: Person,
  endpoint: E,
  input: Input<E>,
) {
  const task = await untilEnded(person, await begin(person, endpoint, input))
  return { task, ...(await download(person, getTaskFile, { id: task._id })) }
}
