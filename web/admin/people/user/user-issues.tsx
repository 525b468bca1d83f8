import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listAllIssues, type AskedIssue } from '#contract/backoffice/support.ts'
import type { UserOverview } from '#contract/backoffice/user-detail.ts'
import { query } from '#web/api/call.ts'
import { Table } from '#web/ui/table/table.tsx'
import { issueColumns } from '#web/admin/people/issues/issue-columns.tsx'
import { IssueDialog } from '#web/admin/people/issues/issue-dialog.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { UserPageList } from './user-page-list.tsx'

const KNOWN = ['Name', 'Email', 'Phone']

export function UserIssues({ user: { _id: userId } }: { user: UserOverview }) {
  const list = useListState()
  const [opened, setOpened] = useState<AskedIssue | null>(null)
  const { data } = useSuspenseQuery(
    query(listAllIssues, {
      page: list.page,
      limit: PAGE_SIZE,
      search: '',
      searchIndex: 'email',
      sort: '-createdAt',
      userId,
    }),
  )
  return (
    <UserPageList list={list} total={data.total} nothing="No messages yet">
      <Table
        caption="Issues"
        columns={issueColumns(setOpened).filter(({ title }) => !KNOWN.includes(title))}
        rows={data.issues}
        keyOf={({ _id }) => _id}
      />
      {opened && <IssueDialog issue={opened} onClose={() => setOpened(null)} />}
    </UserPageList>
  )
}
