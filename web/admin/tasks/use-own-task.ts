import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/core/endpoint.ts'
import {
  findTask,
  hasTaskEnded,
  listTasks,
  type Task,
  type TaskKind,
} from '#contract/core/tasks.ts'
import { query, queryOrRefusal } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'

const LATEST = 10
const FRESH_MS = 60 * 60_000

/**
 * Finds the person's own running task of a kind. If none runs, it finds the latest one of the last hour that answers
 * the
 * present request. `begin` starts another.
 */
export function useOwnTask<E extends Endpoint & { output: typeof Task }>(
  endpoint: E,
  kind: TaskKind,
  isAnswer: (task: Task) => boolean,
) {
  const client = useQueryClient()
  const input = { kind, by: 'me', page: 1, limit: LATEST, search: '' } as const
  const { data } = useSuspenseQuery(query(listTasks, input))
  const begin = useSend(endpoint, {
    /** Caches the task as it started, so that its end is noticed however soon it comes. */
    async onDone(output) {
      const task = output as Task
      client.setQueryData(queryOrRefusal(findTask, { id: task._id }).queryKey, task)
      await client.invalidateQueries({ queryKey: [listTasks.path] })
    },
  })
  const task =
    data.tasks.find((one) => !hasTaskEnded(one)) ??
    data.tasks.find((one) => isFresh(one) && isAnswer(one))
  return { id: task?._id, isAnswered: task !== undefined && isAnswer(task), begin }
}

const isFresh = ({ createdAt }: Task) => Date.now() - Date.parse(createdAt) < FRESH_MS
