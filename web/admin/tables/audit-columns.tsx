import { Link } from 'react-router'
import type { AuditEntry } from '#contract/backoffice/audit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { formatMoment } from '#web/ui/text/format.ts'
import type { Column } from '#web/ui/table/table.tsx'
import { listChanges } from './audit-changes.ts'

export const auditColumns = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    title: 'Action',
    cell: ({ action }) => (
      <span className="font-medium first-letter:uppercase inline-block">{action}</span>
    ),
  },
  {
    title: 'When',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap">
        {formatMoment(createdAt)}
      </time>
    ),
  },
  {
    title: 'Who',
    cell: ({ userId: { fullName, email }, address }) => (
      <span className="grid xl:min-w-56">
        <span className="font-medium">{fullName}</span>
        <span className="text-soft wrap-anywhere">{email}</span>
        <span className="font-mono text-xs text-soft wrap-anywhere">{address}</span>
      </span>
    ),
  },
  { title: 'Subject', cell: ({ subject }) => <Subject subject={subject} /> },
  { title: 'Changes', cell: (entry) => <Changes entry={entry} /> },
  {
    title: 'Actions',
    isAction: true,
    cell: (entry) => (
      <Button
        data-row
        size="sm"
        aria-label={`See ${entry.action} in full`}
        onClick={() => onOpen(entry)}
      >
        See
      </Button>
    ),
  },
]

const UUID = /[0-9a-f-]{36}/

/** Links to every audit entry about the same subject. */
const Subject = ({ subject }: { subject: string }) => (
  <Link
    to={paths.adminAuditOf(subject)}
    title={subject}
    className="inline-block underline decoration-edge underline-offset-4 wrap-anywhere hover:decoration-lantern"
  >
    {subject.replace(UUID, (id) => `…${id.slice(-8)}`)}
  </Link>
)

const SHOWN_MAX = 3
const LETTERS_MAX = 40

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const changes = listChanges(before, after)
  const rest = changes.length - SHOWN_MAX
  return (
    <ul className="grid gap-0.5 text-xs">
      {changes.slice(0, SHOWN_MAX).map(({ name, ...change }) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-soft">{name}:</span>{' '}
          {before === null ? '' : `${shorten(change.before)} → `}
          {shorten(change.after)}
        </li>
      ))}
      {rest > 0 && <li className="text-soft">and {rest} more</li>}
    </ul>
  )
}

const shorten = (text: string): string =>
  (text.length > LETTERS_MAX ? `${text.slice(0, LETTERS_MAX)}…` : text) || 'none'
