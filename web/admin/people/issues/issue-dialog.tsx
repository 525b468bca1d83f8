import {
  editIssue,
  findIssue,
  ISSUE_TYPES,
  IssueStatus,
  listAllIssues,
  type AskedIssue,
} from '#contract/backoffice/support.ts'
import { z } from 'zod'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { lineLink } from '#web/ui/text-link.ts'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { changesOf } from '#web/admin/forms/field-schemas.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

const STATUSES = [
  { value: 'unresolved', label: 'Unresolved' },
  { value: 'resolved', label: 'Resolved' },
]

const Answer = z.strictObject({
  answer: editIssue.input.shape.answer.unwrap(),
  status: IssueStatus,
})

type Props = { issue: AskedIssue; onClose: () => void }

/** Shows a customer's issue and the shop's reply. */
export function IssueDialog({ issue, onClose }: Props) {
  const { _id: id, userId: user } = issue
  const done = { refetch: [listAllIssues], onDone: onClose }
  const send = useSend(editIssue, done)
  const unread = useSend(editIssue, done)
  const { version, load } = useVersion(issue, () => call(findIssue, { id }))
  const initial = toFields(version)
  const isGone = user.email === ''
  return (
    <Dialog title={`${user.fullName} wrote`} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <div className="grid gap-2">
          <Asked issue={issue} />
          <Button
            look="quiet"
            size="sm"
            className="-ml-3 justify-self-start"
            isBusy={unread.isPending}
            onClick={() => unread.mutate({ id, isRead: false })}
          >
            Mark as unread
          </Button>
        </div>
        <Form
          schema={Answer}
          initial={{ ...initial, status: issue.answer ? issue.status : 'resolved' }}
          submit={{ label: 'Save', busyLabel: 'Saving...' }}
          onCancel={onClose}
          onSubmit={(typed) =>
            send.mutateAsync({ id, isRead: true, ...changesOf(initial, typed), was: initial })
          }
        >
          <LongTextField
            name="answer"
            label="Answer"
            hint={
              isGone
                ? 'This account is deleted, so you can’t reply.'
                : 'Shown below their message and sent by email.'
            }
            rows={4}
            disabled={isGone}
          />
          <SelectField name="status" label="Issue Status" options={STATUSES} />
          <FormConflict load={async () => toFields(await load())} />
        </Form>
      </div>
    </Dialog>
  )
}

const toFields = ({ answer, status }: AskedIssue) => ({ answer: answer ?? '', status })

function Asked({
  issue: { userId: user, issueType, createdAt, orderId, message },
}: Pick<Props, 'issue'>) {
  return (
    <div className="-mt-3 grid gap-3">
      <p className="grid text-sm text-soft">
        <span>
          {ISSUE_TYPES[issueType]}, <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </span>
        <span className="wrap-anywhere">
          {user.email}
          {user.phone && ` +91 ${user.phone}`}
        </span>
      </p>
      <p className="max-h-60 overflow-y-auto rounded-md bg-sunken p-4 wrap-anywhere whitespace-pre-line">
        {message}
      </p>
      {orderId && (
        <OfficeLink
          to={paths.adminOrdersBy({ searchIndex: 'invoiceId', search: orderId })}
          className={lineLink}
        >
          Order {orderId}
        </OfficeLink>
      )}
    </div>
  )
}
