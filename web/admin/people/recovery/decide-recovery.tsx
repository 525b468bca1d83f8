import {
  approveRecovery,
  declineRecovery,
  listRecoveries,
  type Recovery,
} from '#contract/accounts/recovery.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { useSend } from '#web/api/use-send.ts'
import { DeclineForm } from '#web/admin/approvals/decline-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'

type Props = { recovery: Recovery; onClose: () => void }

/** Approves or declines a recovery. The colleague who asked for it can only withdraw it. */
export function DecideRecovery({ recovery, onClose }: Props) {
  const { _id: id, fullName, newEmail, canUndo, note, isMine } = recovery
  const email = recovery.email ?? 'hidden'
  const outcome = { refetch: [listRecoveries, listAlerts], onDone: onClose }
  const approve = useSend(approveRecovery, outcome)
  const decline = useSend(declineRecovery, outcome)
  return (
    <Dialog title={`Recover ${fullName}’s account?`} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <Facts>
          <Fact name="Email now">{email}</Fact>
          <Fact name="Email afterwards">{newEmail ?? email}</Fact>
          {newEmail && (
            <Fact name="Undo">
              {canUndo
                ? 'The old email can undo this for 7 days'
                : 'None, because a thief may read the old email'}
            </Fact>
          )}
          <Fact name="Note">{note}</Fact>
          <Fact name="Asked by">{recovery.askedBy}</Fact>
        </Facts>
        {isMine ? (
          <p className="text-soft">
            You asked for this recovery, so a second person must approve it. You can withdraw it.
          </p>
        ) : (
          <div className="grid gap-3">
            <p className="text-soft">
              Everybody is signed out. The password, passkeys, authenticator apps and API keys end.
              Then only a code sent to {newEmail ?? email} opens the account.
            </p>
            <Button
              look="primary"
              isBusy={approve.isPending}
              className="justify-self-start"
              onClick={() => approve.mutate({ id })}
            >
              Approve
            </Button>
          </div>
        )}
        <DeclineForm id={id} isMine={isMine} onSubmit={decline.mutateAsync} />
      </div>
    </Dialog>
  )
}
