import {
  listBans,
  listRiskReviews,
  refuseReviewed,
  type RiskReview,
} from '#contract/orders/risk.ts'
import { formatExactly } from '#contract/core/money.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { CheckGroup } from '#web/ui/form/choice/check-group.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'
import { BAN_KINDS } from './ban-kinds.ts'

type Props = { review: RiskReview; onClose: () => void }

/** Refunds a held order. Administrators can ban what is behind it in the same step. */
export function RefuseReviewed({ review: { order, bannable }, onClose }: Props) {
  const { _id: id, amount, currency } = order
  const send = useSend(refuseReviewed, { refetch: [listRiskReviews, listBans], onDone: onClose })
  return (
    <Dialog title={`Refund ${formatExactly(amount, currency)}?`} isOpen onClose={onClose}>
      <Form
        schema={refuseReviewed.input}
        initial={{ id, note: '', bans: [] }}
        submit={{ label: 'Refund', busyLabel: 'Refunding...' }}
        onCancel={onClose}
        onSubmit={send.mutateAsync}
      >
        <p className="text-soft">
          {order.userId.fullName} gets the money back in their wallet, and an email.
        </p>
        <LongTextField name="note" label="Reason" rows={2} hint="Only staff can see this." />
        {bannable.length > 0 && (
          <CheckGroup
            name="bans"
            label="Also ban"
            hint="Later orders with the same one are refused or held."
            options={bannable.map((kind) => ({ value: kind, label: BAN_KINDS[kind].label }))}
          />
        )}
      </Form>
    </Dialog>
  )
}
