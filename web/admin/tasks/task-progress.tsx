import { hasTaskEnded, listTasks, stopTask, type Task } from '#contract/core/tasks.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'

const LOOK =
  'h-1.5 w-full max-w-64 appearance-none overflow-hidden rounded-sm bg-line [&::-moz-progress-bar]:bg-lantern [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-lantern'

const count = (number: number) => number.toLocaleString('en-IN')

/** Progress of a task as figures and a bar. With an unknown total, the bar only shows activity. */
export const TaskProgress = ({ task }: { task: Task }) => {
  const { title, state, done, total, note } = task
  const isOpen = !hasTaskEnded(task)
  if (!isOpen && total === null) return <span className="tabular-nums">{count(done)}</span>
  const words = total === null ? `${count(done)} so far` : `${count(done)} of ${count(total)}`
  return (
    <span className="grid min-w-36 gap-1.5 text-sm tabular-nums">
      <span className="text-soft">{state === 'waiting' ? 'Waits for its turn' : words}</span>
      {isOpen && (
        <progress
          aria-label={`${title}: ${words}`}
          {...(total === null ? {} : { value: Math.min(done, total) })}
          max={Math.max(1, total ?? 1)}
          className={LOOK}
        />
      )}
      {isOpen && note && <span className="text-soft wrap-anywhere">{note}</span>}
    </span>
  )
}

export function StopTask({ task: { _id: id, title } }: { task: Task }) {
  const stop = useSend(stopTask, { refetch: [listTasks] })
  return (
    <Button
      size="sm"
      aria-label={`Stop ${title}`}
      isBusy={stop.isPending}
      busyLabel="Stopping..."
      onClick={() => stop.mutate({ id })}
    >
      Stop
    </Button>
  )
}
