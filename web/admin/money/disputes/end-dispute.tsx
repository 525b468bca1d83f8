import { z } from 'zod'
import { writeHundredths } from '#contract/core/money.ts'
import { endDispute, findDispute, listDisputes, type Dispute } from '#contract/money/disputes.ts'
import { useSend } from '#web/api/use-send.ts'
import { numberText } from '#web/admin/forms/field-schemas.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'

const OUTCOMES = [
  { value: 'lost', label: 'Lost' },
  { value: 'won', label: 'Won' },
  { value: 'closed', label: 'Closed without a loss' },
]

const { state, taken, note } = endDispute.input.shape
const schema = z.strictObject({ state, taken: numberText(taken), note })

type Props = { dispute: Dispute; onClose: () => void }

/** Records the outcome of a dispute at a gateway that does not tell it. */
export function EndDispute({ dispute: { _id: id, amount, currency }, onClose }: Props) {
  const end = useSend(endDispute, { refetch: [findDispute, listDisputes], onDone: onClose })
  return (
    <Dialog title="Record the outcome" isOpen onClose={onClose}>
      <Form
        schema={schema}
        initial={{ state: 'lost', taken: writeHundredths(amount), note: '' }}
        submit={{ label: 'Record' }}
        onCancel={onClose}
        onSubmit={(outcome) => end.mutateAsync({ id, ...outcome })}
      >
        <SelectField name="state" label="Outcome" options={OUTCOMES} />
        <TextField
          name="taken"
          label="Amount that the gateway kept"
          hint={`In ${currency}. Counts only for a lost dispute.`}
          inputMode="decimal"
          autoComplete="off"
          className="money"
        />
        <LongTextField name="note" label="Where you saw this" rows={2} />
      </Form>
    </Dialog>
  )
}
