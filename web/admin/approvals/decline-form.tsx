import { Decline } from '#contract/core/approvals.ts'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'

type Props = {
  id: string
  isMine: boolean
  onSubmit: (input: Decline) => Promise<unknown>
}

/** Declines what a colleague has asked for, or withdraws one's own request. */
export const DeclineForm = ({ id, isMine, onSubmit }: Props) => (
  <Form
    schema={Decline}
    initial={{ id, answer: '' }}
    submit={{ label: isMine ? 'Withdraw' : 'Decline', isPlain: true }}
    onSubmit={onSubmit}
  >
    <LongTextField
      name="answer"
      label={isMine ? 'Why do you withdraw it?' : 'Why do you decline it?'}
      rows={2}
    />
  </Form>
)
