import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '#contract/core/endpoint.ts'
import {
  editIssue,
  ISSUE_TYPES,
  IssueStatus,
  IssueType,
  listAllIssues,
  type AskedIssue,
} from '#contract/backoffice/support.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { useNewKeys } from '#web/ui/hooks/use-new-keys.ts'
import { FilterRow } from '#web/admin/list/filter-row.tsx'
import { issueColumns } from './issue-columns.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Issues')

const FIELDS = [
  { value: 'email', label: 'Email' },
  { value: 'fullName', label: 'Name' },
  { value: 'phone', label: 'Phone' },
  { value: 'orderId', label: 'Invoice Id' },
]
const STATUSES = [
  { value: '', label: 'Any' },
  { value: 'unresolved', label: 'Unresolved' },
  { value: 'resolved', label: 'Resolved' },
]
const TYPES = [
  { value: '', label: 'Any' },
  ...Object.entries(ISSUE_TYPES).map(([value, label]) => ({ value, label })),
]

type List = ReturnType<typeof useListState>

/** Ignores query parameters with unknown values. */
function readFilters({ page, search, searchIndex, input }: List): Input<typeof listAllIssues> {
  const status = IssueStatus.safeParse(input('status')).data
  const issueType = IssueType.safeParse(input('issueType')).data
  return {
    page,
    limit: PAGE_SIZE,
    search,
    searchIndex: listAllIssues.input.shape.searchIndex.safeParse(searchIndex).data ?? 'email',
    sort: '-createdAt',
    ...(status && { status }),
    ...(issueType && { issueType }),
  }
}

export default function IssuesPage() {
  const list = useListState({ searchIndex: 'email' })
  const input = readFilters(list)
  const { data } = useSuspenseQuery(query(listAllIssues, input))
  const newKeys = useNewKeys(
    JSON.stringify(input),
    data.issues.map(({ _id }) => _id),
  )
  // Keeps the issue as it was opened, because an answer may remove it from the filtered list.
  const [opened, setOpened] = useState<AskedIssue | null>(null)
  const read = useSend(editIssue, { refetch: [listAllIssues], isQuiet: true })
  function open(issue: AskedIssue): void {
    setOpened(issue)
    if (!issue.isRead) read.mutate({ id: issue._id, isRead: true })
  }
  return (
    <>
      <ListFrame
        title="Issues"
        list={list}
        empty={{
          title: 'No issues yet',
          words: 'Messages from customers appear here, and you answer them here.',
        }}
        fields={FIELDS}
        searchIndex={input.searchIndex}
        filters={<Filters list={list} input={input} />}
        isFiltered={Boolean(input.status ?? input.issueType)}
        total={data.total}
      >
        <Table
          caption="Issues"
          columns={issueColumns(open)}
          rows={data.issues}
          keyOf={({ _id }) => _id}
          newKeys={newKeys}
        />
      </ListFrame>
      {opened && <IssueDialog issue={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

type FiltersProps = { list: List; input: Input<typeof listAllIssues> }

const Filters = ({ list, input: { status, issueType } }: FiltersProps) => (
  <FilterRow
    list="issues"
    onClear={(status ?? issueType) ? () => list.change({ status: '', issueType: '' }) : undefined}
  >
    <Choice
      label="Issue Status"
      options={STATUSES}
      value={status}
      onChange={(chosen) => list.change({ status: chosen })}
    />
    <Choice
      label="Issue Type"
      options={TYPES}
      value={issueType}
      onChange={(chosen) => list.change({ issueType: chosen })}
    />
  </FilterRow>
)
