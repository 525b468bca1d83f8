import { Link, useParams } from 'react-router'
import { hasTaskEnded, TASK_KINDS, type Task } from '#contract/core/tasks.ts'
import { ApiError } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { NotFound } from '#web/layouts/failures/not-found.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatMoment } from '#web/ui/text/format.ts'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { TaskActions } from '#web/admin/tasks/task-actions.tsx'
import { TaskLines } from './task-lines.tsx'
import { TaskProgress } from '#web/admin/tasks/task-progress.tsx'
import { TaskStateBadge } from '#web/admin/tasks/task-state.tsx'
import { useLiveTask } from '#web/admin/tasks/use-live-task.ts'

export const meta = titled('Task')

export default function TaskPage() {
  const id = useParams()['id']!
  return <LiveTask key={id} id={id} />
}

/** Shows a task with its progress and the outcome for each thing. */
function LiveTask({ id }: { id: string }) {
  const live = useLiveTask(id)
  if (live instanceof ApiError) return <NotFound />
  const task = live.state
  return (
    <>
      <Link
        to={paths.adminTasks}
        className="-my-3 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm underline-offset-4 hover:underline"
      >
        <ChevronLeftIcon className="size-4" /> All tasks
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h1 className="text-3xl wrap-anywhere">{task.title}</h1>
          <p className="text-soft">{TASK_KINDS[task.kind].label}</p>
        </div>
        <TaskActions task={task} />
      </div>
      <Card className="grid max-w-text gap-5">
        <div aria-live="polite" className="grid justify-items-start gap-3">
          <TaskStateBadge state={task.state} />
          {task.words && <p className="font-medium wrap-anywhere">{task.words}.</p>}
          {(!hasTaskEnded(task) || task.state !== 'done') && <TaskProgress task={task} />}
        </div>
        <TaskFacts task={task} />
      </Card>
      {task.lineCount > 0 && <TaskLines task={task} />}
    </>
  )
}

const TaskFacts = ({ task }: { task: Task }) => (
  <Facts>
    {task.state === 'done' && task.counts.length === 0 && (
      <Fact name="Done">{task.done.toLocaleString('en-IN')}</Fact>
    )}
    {task.counts.map(({ label, count }) => (
      <Fact key={label} name={label}>
        {count.toLocaleString('en-IN')}
      </Fact>
    ))}
    <Fact name="Begun by">{task.begunBy.fullName}</Fact>
    <Fact name="Begun">
      <time dateTime={task.createdAt}>{formatMoment(task.createdAt)}</time>
    </Fact>
    {task.endedAt && (
      <Fact name="Ended">
        <time dateTime={task.endedAt}>{formatMoment(task.endedAt)}</time>
      </Fact>
    )}
    {task.fileName && <Fact name="File, kept for 30 days">{task.fileName}</Fact>}
  </Facts>
)
