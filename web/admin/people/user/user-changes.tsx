import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listAudit, type AuditEntry } from '#contract/backoffice/audit.ts'
import type { UserOverview } from '#contract/backoffice/user-detail.ts'
import { query } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { auditColumns } from '#web/admin/tables/audit-columns.tsx'
import { AuditDialog } from '#web/admin/tables/audit-dialog.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'

/** Changes that staff made to an account, latest first. */
export function UserChanges({ user: { _id: id } }: { user: UserOverview }) {
  const subject = `user ${id}`
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const { data } = useSuspenseQuery(
    query(listAudit, { limit: PAGE_SIZE, search: subject, searchIndex: 'subject' }),
  )
  if (data.entries.length === 0) return <EmptyState title="No changes yet" />
  return (
    <div className="grid gap-4">
      <Table
        caption="Changes"
        columns={auditColumns(setOpened).filter(({ title }) => title !== 'Subject')}
        rows={data.entries}
        keyOf={({ _id }) => _id}
      />
      {data.next && (
        <Link to={paths.adminAuditOf(subject)} className={`justify-self-center ${lineLink}`}>
          Show older
        </Link>
      )}
      {opened && <AuditDialog entry={opened} onClose={() => setOpened(null)} />}
    </div>
  )
}
