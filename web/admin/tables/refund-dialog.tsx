import { z } from 'zod'
import { formatHundredths, writeHundredths, isCurrency, symbolOf } from '#contract/core/money.ts'
import { listPayments, refundPayment, type Payment } from '#contract/money/payments.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'
import { nameOf, type Capture } from './capture-lines.tsx'
import { numberText } from '#web/admin/forms/field-schemas.ts'
import { GatewayTitle } from '#web/features/connectors/gateway-title.tsx'

const { amount, note } = refundPayment.input.shape

const schemaUpTo = ({ refundable, currency }: Capture) =>
  z.strictObject({
    amount: numberText(amount).refine(
      (asked) => asked <= refundable,
      `At most ${formatHundredths(refundable, currency)} can be sent back`,
    ),
    note,
  })

type Props = { payment: Payment; capture: Capture; onClose: () => void }

/** Sends all or part of a captured payment back to its source. */
export function RefundDialog({ payment, capture, onClose }: Props) {
  const { refundable, settledAs, currency } = capture
  const send = useSend(refundPayment, { refetch: [listPayments], onDone: onClose })
  const { fullName } = payment.userId
  const from = settledAs === 'unclaimed' ? 'what the shop keeps for them' : 'their wallet'
  return (
    <Dialog title="Send money back" isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">
        {fullName} paid {formatHundredths(capture.amount, currency)} through{' '}
        <GatewayTitle name={payment.gateway} />, {nameOf(capture)}. What is sent back leaves {from}{' '}
        at once. The bank may take some days.
      </p>
      <Form
        schema={schemaUpTo(capture)}
        initial={{ amount: writeHundredths(refundable), note: '' }}
        submit={{ label: 'Send back', busyLabel: 'Sending...' }}
        onCancel={onClose}
        onSubmit={(input) => send.mutateAsync({ id: capture._id, ...input })}
      >
        <TextField
          name="amount"
          label="Amount"
          before={isCurrency(currency) ? symbolOf(currency) : currency}
          inputMode="decimal"
          autoComplete="off"
          hint={`At most ${formatHundredths(refundable, currency)}.`}
          className="money text-xl"
        />
        <LongTextField name="note" label="Note" rows={2} />
      </Form>
    </Dialog>
  )
}
