import { listLeaderboard, reclaimPrize } from '#contract/orders/leaderboard.ts'
import { formatMoney } from '#contract/core/money.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'

type Props = { period: string; rank: number; fullName: string; due: number; onClose: () => void }

/** Asks for a reason before the prize is taken out of the winner's wallet. */
export function ReclaimPrize({ period, rank, fullName, due, onClose }: Props) {
  const send = useSend(reclaimPrize, { refetch: [listLeaderboard], onDone: onClose })
  return (
    <Dialog title="Reclaim this prize?" isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">
        {fullName} loses {formatMoney(due, 'INR')} from their INR wallet. If the wallet holds less,
        we take what is there, and you can reclaim the rest later.
      </p>
      <Form
        schema={reclaimPrize.input}
        initial={{ period, rank, reason: '' }}
        submit={{ label: 'Reclaim prize', busyLabel: 'Reclaiming...' }}
        onCancel={onClose}
        onSubmit={send.mutateAsync}
      >
        <LongTextField
          name="reason"
          label="Reason"
          rows={3}
          hint="Included in the email to the customer."
        />
      </Form>
    </Dialog>
  )
}
