import type { AuditEntry } from '#contract/backoffice/audit.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { formatMoment } from '#web/ui/text/format.ts'
import { listChanges } from './audit-changes.ts'

type Props = { entry: AuditEntry; onClose: () => void }

/** Shows one audit entry with everything it changed. */
export function AuditDialog({ entry, onClose }: Props) {
  const { action, subject, userId: user, address, createdAt, before, after } = entry
  const changes = listChanges(before, after)
  return (
    <Dialog title={`${action.charAt(0).toUpperCase()}${action.slice(1)}`} isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 grid text-sm text-soft">
        <span>
          {user.fullName} {user.email}
        </span>
        <span>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time> from {address}
        </span>
        <span className="font-mono">{subject}</span>
      </p>
      {changes.length === 0 ? (
        <p>Nothing is another than before.</p>
      ) : (
        <dl className="grid gap-4">
          {changes.map((change) => (
            <div key={change.name} className="grid gap-1">
              <dt className="text-sm font-semibold first-letter:uppercase">{change.name}</dt>
              {before !== null && <Value name="Before" text={change.before} />}
              {after !== null && <Value name="After" text={change.after} />}
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  )
}

const Value = ({ name, text }: { name: string; text: string }) => (
  <dd className="grid grid-cols-[4rem_minmax(0,1fr)] gap-2 text-sm">
    <span className="text-soft">{name}</span>
    <span className="max-h-40 overflow-y-auto font-mono text-xs leading-6 wrap-anywhere whitespace-pre-wrap">
      {text || 'none'}
    </span>
  </dd>
)
