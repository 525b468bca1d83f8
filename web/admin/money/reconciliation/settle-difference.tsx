import { listDifferences, settleDifference, type Difference } from '#contract/money/payments.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'
import { KINDS, ourAmount, theirAmount } from './difference-words.ts'

type Props = { difference: Difference; onClose: () => void }

/** Marks a difference as looked into. No money moves. */
export function SettleDifference({ difference, onClose }: Props) {
  const { _id: id, kind, reference } = difference
  const settle = useSend(settleDifference, { refetch: [listDifferences], onDone: onClose })
  return (
    <Dialog title="Settle a difference" isOpen onClose={onClose}>
      <div className="grid gap-5">
        <p className="-mt-3 font-mono text-sm">{reference}</p>
        <p className="text-soft">
          {KINDS[kind]}. Settling moves no money. It records what you found out.
        </p>
        <Facts>
          <Fact name="Ours">{ourAmount(difference)}</Fact>
          <Fact name="Theirs">{theirAmount(difference)}</Fact>
        </Facts>
        <Form
          schema={settleDifference.input}
          initial={{ id, note: '' }}
          submit={{ label: 'Settle', busyLabel: 'Saving...' }}
          onCancel={onClose}
          onSubmit={settle.mutateAsync}
        >
          <LongTextField name="note" label="What you found" rows={3} />
        </Form>
      </div>
    </Dialog>
  )
}
