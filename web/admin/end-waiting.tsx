import { z } from 'zod'
import { listWaiting, settleDelivery } from '#contract/deliveries.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { formatExactly } from '#contract/money.ts'
import { editOrder } from '#contract/orders.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { LongTextField } from '#web/ui/form-fields.tsx'

export type Waiting = Output<typeof listWaiting>['waiting'][number]
export type Outcome = Input<typeof settleDelivery>['outcome']

/** What was never sent ends as an administrator wants; of what was sent, somebody has to have found out. */
export const isByHand = (why: Waiting['why']): boolean => why === 'manual' || why === 'no source'

type Props = { waiting: Waiting; outcome: Outcome; label: string; onClose: () => void }

export function EndWaiting({ waiting, outcome, label, onClose }: Props) {
  const { order, why } = waiting
  const { _id: id } = order
  const after = { refetch: [listWaiting], onDone: onClose }
  const settle = useSend(settleDelivery, after)
  const edit = useSend(editOrder, after)
  const isHand = isByHand(why)
  const status = outcome === 'delivered' ? 'completed' : 'failed'
  const { note } = (isHand ? editOrder : settleDelivery).input.shape
  return (
    <Dialog title={label} isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">
        <Consequence waiting={waiting} outcome={outcome} /> This cannot be taken back.
      </p>
      <Form
        schema={z.strictObject({ note })}
        initial={{ note: '' }}
        submit={{ label, busyLabel: 'Saving...' }}
        onSubmit={(wish) =>
          isHand
            ? edit.mutateAsync({ id, status, reference: '', ...wish })
            : settle.mutateAsync({ id, outcome, ...wish })
        }
      >
        <LongTextField name="note" label={isHand ? 'Note' : 'How you know'} rows={3} />
      </Form>
    </Dialog>
  )
}

function Consequence({ waiting, outcome }: Pick<Props, 'waiting' | 'outcome'>) {
  const { order, why } = waiting
  const money = <strong className="money">{formatExactly(order.amount, order.currency)}</strong>
  const { fullName } = order.userId
  if (outcome === 'delivered')
    return (
      <>
        {fullName} reads that the pack was delivered, and the shop keeps the {money} paid for it.
      </>
    )
  return (
    <>
      {money} is back in the wallet of {fullName} at once, and the order has failed.
      {why === 'part' && ' All of it, although a part of the pack was delivered.'}
    </>
  )
}
