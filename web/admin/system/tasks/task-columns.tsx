import { Link } from 'react-router'
import { TASK_KINDS, type Task } from '#contract/core/tasks.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/ui/text/format.ts'
import type { Column } from '#web/ui/table/table.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { TaskActions } from '#web/admin/tasks/task-actions.tsx'
import { TaskProgress } from '#web/admin/tasks/task-progress.tsx'
import { TaskStateBadge } from '#web/admin/tasks/task-state.tsx'

export const TASK_COLUMNS: Column<Task>[] = [
  {
    title: 'Task',
    cell: ({ _id, title, kind }) => (
      <span className="grid gap-0.5">
        <Link data-row to={paths.adminTask(_id)} className={`${textLink} wrap-anywhere`}>
          {title}
        </Link>
        <span className="text-xs text-soft">{TASK_KINDS[kind].label}</span>
      </span>
    ),
  },
  {
    title: 'State',
    cell: ({ state, words }) => (
      <span className="grid justify-items-start gap-1">
        <TaskStateBadge state={state} />
        {words && <span className="line-clamp-2 text-xs text-soft wrap-anywhere">{words}</span>}
      </span>
    ),
  },
  { title: 'Done', cell: (task) => <TaskProgress task={task} /> },
  { title: 'Begun by', cell: ({ begunBy: { fullName } }) => fullName },
  {
    title: 'When',
    cell: ({ createdAt, endedAt }) => (
      <span className="grid gap-0.5 whitespace-nowrap">
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        {endedAt && (
          <span className="text-xs text-soft">
            Ended <time dateTime={endedAt}>{formatDate(endedAt)}</time>
          </span>
        )}
      </span>
    ),
  },
  { title: 'Actions', isAction: true, cell: (task) => <TaskActions task={task} /> },
]
