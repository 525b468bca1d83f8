import { z } from 'zod'
import { listParcels, listWaiting } from '#contract/orders/deliveries.ts'
import { REFUSALS } from '#contract/core/errors/errors.ts'
import { formatExactly } from '#contract/core/money.ts'
import {
  editOrder,
  findOrderAsAdmin,
  listAllOrders,
  type OrderStatus,
  type OrderWithTimeline,
} from '#contract/orders/orders.ts'
import { listPayments } from '#contract/money/payments.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'
import { MOVES } from '#web/admin/tables/order-words.ts'

const { note, reference, refundTo } = editOrder.input.shape
const [, MISSING] = REFUSALS.OUTSIDE_PAYMENT_MISSING

const usual = z.strictObject({ note, refundTo })
/** An outside payment needs a note, and a reference to where it is recorded. */
const outside = z.strictObject({
  note: note.unwrap().min(1, MISSING),
  reference: reference.unwrap().min(1, MISSING),
})

type Props = {
  order: OrderWithTimeline
  status: OrderStatus
  refundable: number
  onClose: () => void
}

/** Changes the status of an order, after showing the consequences. */
export function OrderChange({ order, status, refundable, onClose }: Props) {
  const { _id: id, amount, currency, paidAt } = order
  const send = useSend(editOrder, {
    refetch: [findOrderAsAdmin, listParcels, listPayments, listAllOrders, listWaiting],
    onDone: onClose,
  })
  const isOutside = status === 'completed' && !paidAt
  const isGivenBack = status !== 'completed' && paidAt !== null && amount > 0
  const money = formatExactly(amount, currency)
  const mayGoToSource = isGivenBack && refundable >= amount
  return (
    <Dialog title={MOVES[status]} isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">{tell(order, status)} This can’t be undone.</p>
      <Form
        schema={isOutside ? outside : usual}
        initial={isOutside ? { note: '', reference: '' } : { note: '', refundTo: 'wallet' }}
        submit={{ label: MOVES[status], busyLabel: 'Saving...' }}
        onCancel={onClose}
        onSubmit={({ refundTo: to, ...input }: ChangeInput) =>
          send.mutateAsync({
            id,
            status,
            reference: '',
            ...input,
            ...(mayGoToSource && to ? { refundTo: to } : {}),
          })
        }
      >
        {isOutside && (
          <TextField
            name="reference"
            label="Reference of the payment"
            hint="The bank’s reference. Each payment counts once, and the customer can see it."
            autoComplete="off"
          />
        )}
        {mayGoToSource && (
          <SelectField
            name="refundTo"
            label={`Where to send ${money}`}
            options={[
              { value: 'wallet', label: 'To the wallet, at once' },
              { value: 'source', label: 'Back to the original payment method' },
            ]}
          />
        )}
        <LongTextField name="note" label="Note" hint="Only staff can see this." rows={2} />
      </Form>
    </Dialog>
  )
}

type ChangeInput = { note: string; reference?: string; refundTo?: 'wallet' | 'source' | undefined }

/** Tells the consequences for the customer and their money. */
function tell(order: OrderWithTimeline, status: OrderStatus) {
  const { amount, currency, paidAt, isPaidOutside } = order
  const { fullName } = order.userId
  const money = formatExactly(amount, currency)
  if (status === 'completed')
    return paidAt
      ? `${fullName} reads that the pack was delivered, and the shop keeps the ${money} paid for it.`
      : `Only if ${fullName} has paid the ${money} outside the shop and has the pack.`
  if (!paidAt)
    return `Nothing was paid. The order ends, ${fullName} is told, and its stock is for sale again.`
  if (isPaidOutside)
    return `${fullName} paid the ${money} outside the shop, so nothing goes to the wallet. Return the money to them outside the shop.`
  if (amount === 0) return `The order ends, and ${fullName} is told. It cost nothing.`
  return `The ${money} that were paid go back to ${fullName}, who is told.`
}
