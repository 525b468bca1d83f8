import { listWaiting, settleDelivery } from '#contract/orders/deliveries.ts'
import type { Input, Output } from '#contract/core/endpoint.ts'
import { formatExactly } from '#contract/core/money.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ImageField, LongTextField } from '#web/ui/form/form-fields.tsx'

export type Waiting = Output<typeof listWaiting>['waiting'][number]
export type Outcome = Input<typeof settleDelivery>['outcome']

/**
 * These orders were never sent to a supplier, so an administrator decides the outcome. For the others, staff must find
 * out what happened.
 */
export const isByHand = (why: Waiting['why']): boolean => why === 'manual' || why === 'no source'

const fields = settleDelivery.input.pick({ note: true, message: true, code: true, proof: true })

type Ending = Pick<Waiting, 'order' | 'why'>
type Props = { waiting: Ending; outcome: Outcome; label: string; onClose: () => void }

export function EndWaiting({ waiting, outcome, label, onClose }: Props) {
  const { order, why } = waiting
  const settle = useSend(settleDelivery, { refetch: [listWaiting], onDone: onClose })
  return (
    <Dialog title={label} isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">
        <Consequence waiting={waiting} outcome={outcome} /> This can’t be undone.
      </p>
      <Form
        schema={fields}
        initial={{ note: '', message: '', code: '' }}
        submit={{ label, busyLabel: 'Saving...' }}
        onCancel={onClose}
        onSubmit={(input) => settle.mutateAsync({ id: order._id, outcome, ...input })}
      >
        <LongTextField
          name="note"
          label={isByHand(why) ? 'What you did' : 'How you know'}
          hint="Only staff can see this."
          rows={2}
        />
        <LongTextField
          name="message"
          label="Message to the customer"
          hint="Optional. Shown on the order’s page and in its email."
          rows={2}
        />
        {outcome === 'delivered' && (
          <>
            <LongTextField
              name="code"
              label="Code for the customer"
              hint="A voucher code or PIN, one per line. Enter it only here: it is stored encrypted and never emailed."
              rows={2}
            />
            <ImageField
              name="proof"
              label="Picture for the customer"
              hint="Optional, such as a screenshot from the game."
            />
          </>
        )}
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
      {why === 'part' && ' The full amount, although part of the pack was delivered.'}
    </>
  )
}
