import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listTaskLines, TaskLine, type Task } from '#contract/core/tasks.ts'
import { queryAgain } from '#web/api/call.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { FilterRow } from '#web/admin/list/filter-row.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

const KINDS = [
  { value: '', label: 'Any' },
  { value: 'good', label: 'Went well' },
  { value: 'doubtful', label: 'Needs attention' },
  { value: 'bad', label: 'Went wrong' },
]

/** The outcome for each thing. More arrive while the task runs. */
export function TaskLines({ task: { _id: id, lineCount } }: { task: Task }) {
  const list = useListState()
  const is = TaskLine.shape.is.safeParse(list.input('is')).data
  const input = { id, page: list.page, limit: PAGE_SIZE, search: list.search, ...(is && { is }) }
  const { data } = useQuery({
    ...queryAgain(listTaskLines, input, lineCount),
    placeholderData: keepPreviousData,
    throwOnError: true,
  })
  if (!data) return <Skeleton className="h-64 w-full" />
  return (
    <ListFrame
      title="Results"
      isPart
      list={list}
      empty={{ title: 'Nothing to report yet', words: 'Results appear here as the task runs.' }}
      filters={
        <FilterRow onClear={is ? () => list.change({ is: '' }) : undefined}>
          <Choice
            label="Which"
            options={KINDS}
            value={is}
            onChange={(chosen) => list.change({ is: chosen })}
          />
        </FilterRow>
      }
      isFiltered={Boolean(is)}
      total={data.totalLines}
    >
      <Table
        caption="Results"
        columns={COLUMNS}
        rows={data.lines.map((line, number) => ({ ...line, number }))}
        keyOf={({ number }) => String(number)}
      />
    </ListFrame>
  )
}

const TONES = {
  good: <Badge tone="good">Went well</Badge>,
  doubtful: <Badge tone="lantern">Needs attention</Badge>,
  bad: <Badge tone="bad">Went wrong</Badge>,
}

const COLUMNS: Column<TaskLine & { number: number }>[] = [
  {
    title: 'What',
    cell: ({ subject }) => <span className="font-medium wrap-anywhere">{subject}</span>,
  },
  { title: 'State', cell: ({ is }) => TONES[is] },
  {
    title: 'Words',
    cell: ({ words }) => <span className="wrap-anywhere">{words}</span>,
  },
]
