import { ISSUE_TYPES, type AskedIssue } from '#contract/backoffice/support.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDayInFigures } from '#web/ui/text/format.ts'
import type { Column } from '#web/ui/table/table.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'

export const issueColumns = (onOpen: (issue: AskedIssue) => void): Column<AskedIssue>[] => [
  {
    title: 'Name',
    cell: ({ userId: { _id, fullName } }) => (
      <OfficeLink to={paths.adminUser(_id)} className={`-my-2.5 ${lineLink}`}>
        {fullName}
      </OfficeLink>
    ),
  },
  {
    title: 'Email',
    cell: ({ userId: { email } }) => <span className="wrap-anywhere">{email || 'None'}</span>,
  },
  {
    title: 'Phone',
    cell: ({ userId: { phone } }) => <span className="tabular-nums">{phone || 'None'}</span>,
  },
  { title: 'Issue Type', cell: ({ issueType }) => ISSUE_TYPES[issueType] },
  {
    title: 'Date',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="tabular-nums">
        {formatDayInFigures(createdAt)}
      </time>
    ),
  },
  {
    title: 'Read',
    cell: ({ isRead }) => <Badge tone={isRead ? 'good' : 'bad'}>{isRead ? 'yes' : 'no'}</Badge>,
  },
  {
    title: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'resolved' ? 'good' : 'plain'}>
        {status === 'resolved' ? 'Resolved' : 'Unresolved'}
      </Badge>
    ),
  },
  {
    title: 'Actions',
    isAction: true,
    cell: (issue) => (
      <Button
        data-row
        size="sm"
        aria-label={`Read what ${issue.userId.fullName} wrote`}
        onClick={() => onOpen(issue)}
      >
        Read
      </Button>
    ),
  },
]
