import { useSuspenseQuery } from '@tanstack/react-query'
import type { Input } from '#contract/core/endpoint.ts'
import { hasTaskEnded, listTasks, TASK_KINDS, TaskKind, TaskState } from '#contract/core/tasks.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { FilterRow } from '#web/admin/list/filter-row.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { TASK_COLUMNS } from './task-columns.tsx'
import { TASK_STATES } from '#web/admin/tasks/task-state.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Tasks')

const KINDS = [
  { value: '', label: 'Any' },
  ...Object.entries(TASK_KINDS).map(([value, { label }]) => ({ value, label })),
]
const STATES = [
  { value: '', label: 'Any' },
  ...Object.entries(TASK_STATES).map(([value, { label }]) => ({ value, label })),
]

const ASK_SOON_MS = 2_000 // while a task is running
const ASK_LATER_MS = 15_000

type List = ReturnType<typeof useListState>

/** Ignores query parameters with unknown values. */
function readFilters({ page, search, input }: List): Input<typeof listTasks> {
  const kind = TaskKind.safeParse(input('kind')).data
  const state = TaskState.safeParse(input('state')).data
  return { page, limit: PAGE_SIZE, search, ...(kind && { kind }), ...(state && { state }) }
}

/** Tasks that staff started, and background jobs that failed. */
export default function TasksPage() {
  const list = useListState()
  const input = readFilters(list)
  const isAdmin = useCurrentUser()?.role === 'admin'
  const { data } = useSuspenseQuery({
    ...query(listTasks, input),
    refetchInterval: ({ state }) =>
      state.data?.tasks.some((task) => !hasTaskEnded(task)) ? ASK_SOON_MS : ASK_LATER_MS,
  })
  return (
    <>
      <ListFrame
        title="Tasks"
        list={list}
        empty={{
          title: 'No tasks yet',
          words: 'Exports, imports and price updates appear here while they run and after.',
        }}
        filters={<Filters list={list} input={input} />}
        isFiltered={Boolean(input.kind ?? input.state)}
        total={data.totalTasks}
      >
        <Table caption="Tasks" columns={TASK_COLUMNS} rows={data.tasks} keyOf={({ _id }) => _id} />
      </ListFrame>
      {isAdmin && <FailedJobs />}
    </>
  )
}

type FiltersProps = { list: List; input: Input<typeof listTasks> }

const Filters = ({ list, input: { kind, state } }: FiltersProps) => (
  <FilterRow
    list="tasks"
    onClear={(kind ?? state) ? () => list.change({ kind: '', state: '' }) : undefined}
  >
    <Choice
      label="Kind"
      options={KINDS}
      value={kind}
      onChange={(chosen) => list.change({ kind: chosen })}
    />
    <Choice
      label="State"
      options={STATES}
      value={state}
      onChange={(chosen) => list.change({ state: chosen })}
    />
  </FilterRow>
)
