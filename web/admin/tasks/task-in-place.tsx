import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasTaskEnded, type Task } from '#contract/core/tasks.ts'
import { ApiError } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/ui/text/format.ts'
import { lineLink } from '#web/ui/text-link.ts'
import { TaskActions } from './task-actions.tsx'
import { StopTask, TaskProgress } from './task-progress.tsx'
import { TaskStateBadge } from './task-state.tsx'
import { useLiveTask } from './use-live-task.ts'

type Props = {
  id: string
  onEnd?: (task: Task) => void
  /** Tells whether the result of an ended task is still worth showing here. */
  isOfUse?: (task: Task) => boolean
  /** Starts another task. Shown once this one has ended. */
  children?: ReactNode
}

/** Shows a task where it was started: its progress, then its result. */
export function TaskInPlace({ id, onEnd, isOfUse = () => true, children }: Props) {
  const live = useLiveTask(id, onEnd)
  if (live instanceof ApiError) return children
  const task = live.state
  const hasEnded = hasTaskEnded(task)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {(!hasEnded || isOfUse(task)) && (
        <div aria-live="polite" className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
          {hasEnded ? <Ended task={task} /> : <TaskProgress task={task} />}
          {hasEnded ? <TaskActions task={task} /> : <StopTask task={task} />}
          <Link to={paths.adminTask(id)} className={`${lineLink} text-sm`}>
            Details<span className="sr-only"> of {task.title}</span>
          </Link>
        </div>
      )}
      {hasEnded && children}
    </div>
  )
}

const Ended = ({ task: { state, words, endedAt } }: { task: Task }) => (
  <span className="grid gap-0.5 text-sm">
    <span className="flex flex-wrap items-center gap-2">
      <TaskStateBadge state={state} />
      {endedAt && (
        <time dateTime={endedAt} className="text-soft">
          {formatDate(endedAt)}
        </time>
      )}
    </span>
    {words && <span className="text-soft wrap-anywhere">{words}</span>}
  </span>
)
