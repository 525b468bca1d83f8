import {
  approveAdjustment,
  declineAdjustment,
  listAdjustments,
  type Adjustment,
} from '#contract/money/adjustments.ts'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { formatBalance, formatMovement } from '#contract/core/money.ts'
import { useSend } from '#web/api/use-send.ts'
import { DeclineForm } from '#web/admin/approvals/decline-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'

type Props = { adjustment: Adjustment; onClose: () => void }

/** Approves or declines an adjustment. Its own administrator can only withdraw it. */
export function DecideAdjustment({ adjustment, onClose }: Props) {
  const { _id: id, fullName, amount, balance, currency, reason, note, isMine } = adjustment
  const outcome = { refetch: [listAdjustments, listAlerts], onDone: onClose }
  const approve = useSend(approveAdjustment, outcome)
  const decline = useSend(declineAdjustment, outcome)
  return (
    <Dialog title={`Adjust ${fullName}’s balance?`} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <Facts>
          <Fact name="Amount">
            <span className="money">{formatMovement(amount, currency)}</span>
          </Fact>
          <Fact name="Balance afterwards">
            <span className="money">{formatBalance(balance + amount, currency)}</span>
          </Fact>
          <Fact name="Reason for the customer">{reason}</Fact>
          <Fact name="Note">{note}</Fact>
          <Fact name="Asked by">{adjustment.askedBy}</Fact>
        </Facts>
        {isMine ? (
          <p className="text-soft">
            You asked for this adjustment, so a second administrator must approve it. You can
            withdraw it.
          </p>
        ) : (
          <Button
            look="primary"
            isBusy={approve.isPending}
            className="justify-self-start"
            onClick={() => approve.mutate({ id })}
          >
            Approve
          </Button>
        )}
        <DeclineForm id={id} isMine={isMine} onSubmit={decline.mutateAsync} />
      </div>
    </Dialog>
  )
}
