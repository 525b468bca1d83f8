import { z } from 'zod'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import type { Task, TaskKind } from '#contract/core/tasks.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/icons/money-icons.tsx'
import { useTaskFile } from './task-actions.tsx'
import { TaskInPlace } from './task-in-place.tsx'
import { useOwnTask } from './use-own-task.ts'

type Begins = Endpoint & { output: typeof Task }
type Props<E extends Begins> = { endpoint: E; kind: TaskKind; input: Input<E>; isEmpty: boolean }

/**
 * Exports the whole filtered list as a file. The export runs in the background. It is saved at once for a person who
 * stays on the page. Anyone who leaves finds it here later.
 */
export function DownloadList<E extends Begins>({ endpoint, kind, input, isEmpty }: Props<E>) {
  const { id, isAnswered, begin } = useOwnTask(endpoint, kind, (task) =>
    isOf(task, endpoint, input),
  )
  const save = useTaskFile()
  const button = (
    <Button
      disabled={isEmpty}
      isBusy={begin.isPending}
      busyLabel="Beginning..."
      onClick={() => begin.mutate(input)}
    >
      <DownloadIcon /> {isAnswered ? 'Export again' : 'Download CSV'}
    </Button>
  )
  if (!id) return button
  return (
    <TaskInPlace
      key={id}
      id={id}
      onEnd={(task) => task.fileName && save.mutate(task)}
      isOfUse={(task) => isOf(task, endpoint, input)}
    >
      {button}
    </TaskInPlace>
  )
}

/** Tells whether the task exported the list with the present filters. */
function isOf({ input: asked }: Task, endpoint: Endpoint, input: object): boolean {
  const now = z.encode(endpoint.input, input as never) as Record<string, unknown>
  const names = new Set([...Object.keys(asked), ...Object.keys(now)])
  return [...names].every((name) => asked[name] === now[name])
}
