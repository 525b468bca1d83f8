import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { worksHere } from '#contract/accounts/rights.ts'
import { hasTaskEnded, listTasks, type Task, type TaskKind } from '#contract/core/tasks.ts'
import { getUser } from '#contract/accounts/users.ts'
import { call, query } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'
import { TaskIcon } from '#web/ui/icons/office-icons.tsx'

const LATEST = 5
const ASK_SOON_MS = 3_000 // while a task is running
const ASK_LATER_MS = 30_000
const NEWS_MS = 5 * 60_000

const input = { page: 1, limit: LATEST, search: '', by: 'me' } as const
const queryKey = [listTasks.path, 'mine']

/** Shows the user's own tasks on every screen of the back office and announces when one ends. */
export function OwnTasks() {
  const user = useCurrentUser()
  return user && worksHere(user) && <Latest />
}

function Latest() {
  // Passes the client explicitly, because the frame also renders outside its provider. The screen fetches the user.
  const { data: user } = useQuery({ ...query(getUser, {}), enabled: false }, queryClient)
  const wanted = {
    queryKey,
    queryFn: look,
    enabled: user !== undefined && worksHere(user) && !user.isConfirmationDue,
    refetchInterval: ({ state }: { state: { data?: Task[] | undefined } }) =>
      state.data?.some((task) => !hasTaskEnded(task)) ? ASK_SOON_MS : ASK_LATER_MS,
  }
  const { data = [] } = useQuery(wanted, queryClient)
  const running = data.filter((task) => !hasTaskEnded(task))
  const [latest] = running.length > 0 ? running : data.filter(isNews)
  if (!latest) return null
  const label = tell(running, latest)
  return (
    <Link
      to={running.length > 1 ? paths.adminTasks : paths.adminTask(latest._id)}
      aria-label={label}
      title={label}
      className="relative grid size-11 place-items-center rounded-md hover:bg-sunken"
    >
      <TaskIcon />
      <span
        aria-hidden="true"
        className={`absolute top-2 right-2 size-2 rotate-45 ${running.length > 0 ? 'animate-pulse bg-lantern' : latest.state === 'failed' ? 'bg-bad' : 'bg-good'}`}
      />
    </Link>
  )
}

const ENDS = {
  waiting: 'is waiting',
  running: 'is running',
  done: 'is done',
  failed: 'has failed',
  stopped: 'was stopped',
} as const

const tell = (running: Task[], { title, state }: Task): string =>
  running.length > 1 ? `${running.length} tasks are running` : `${title} ${ENDS[state]}`

const isNews = ({ endedAt }: Task): boolean =>
  endedAt !== null && Date.now() - Date.parse(endedAt) < NEWS_MS

/** Announces tasks that ended since the last poll, except on screens that show them anyway. */
async function look(): Promise<Task[]> {
  const before = queryClient.getQueryData<Task[]>(queryKey) ?? []
  const { tasks } = await call(listTasks, input)
  const wasOpen = new Set(before.filter((task) => !hasTaskEnded(task)).map(({ _id }) => _id))
  for (const task of tasks) {
    if (!wasOpen.has(task._id) || !hasTaskEnded(task) || isSeen(task)) continue
    toast(task.state === 'failed' ? 'error' : 'success', `${task.title} ${ENDS[task.state]}`)
  }
  return tasks
}

const PLACES: Record<TaskKind, string> = {
  'export-orders': paths.adminOrders,
  'export-transactions': paths.adminTransactions,
  'import-products': paths.adminGames,
  'sync-prices': paths.adminSources,
  broadcast: paths.adminNotifications,
}

const isSeen = ({ kind }: Task): boolean =>
  [PLACES[kind], paths.adminTasks].some((path) => location.pathname.startsWith(path))
