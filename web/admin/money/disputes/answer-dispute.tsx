import { useState } from 'react'
import {
  answerDispute,
  ANSWER_LENGTH_MAX,
  listDisputeAnswers,
} from '#contract/backoffice/evidence.ts'
import { findDispute, listDisputes, type Dispute } from '#contract/money/disputes.ts'
import { useSend } from '#web/api/use-send.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'
import { useGatewayTitles } from '#web/features/connectors/use-gateways.ts'

const Words = answerDispute.input.pick({ words: true })

type Props = { dispute: Dispute; onClose: () => void }

/** Sends the answer after a confirmation, because it can't be taken back. */
export function AnswerDispute({ dispute, onClose }: Props) {
  const [words, setWords] = useState<string | null>(null)
  const title = useGatewayTitles()(dispute.gateway)
  const send = useSend(answerDispute, {
    refetch: [listDisputeAnswers, findDispute, listDisputes],
    onDone: onClose,
  })
  return (
    <Dialog title="Answer the dispute" isOpen onClose={onClose}>
      <Form
        schema={Words}
        initial={{ words: '' }}
        submit={{ label: 'Continue', isPlain: true }}
        onCancel={onClose}
        onSubmit={async (input) => setWords(input.words)}
      >
        <LongTextField
          name="words"
          label="For the bank"
          rows={6}
          maxLength={ANSWER_LENGTH_MAX}
          hint="Say what was delivered, to whom and when. The evidence file is attached."
        />
      </Form>
      <Confirm
        question={`Send the answer to ${title}?`}
        action={{ label: 'Send the answer', isBusy: send.isPending }}
        isOpen={words !== null}
        onConfirm={() =>
          send.mutate({ id: dispute._id, words: words! }, { onError: () => setWords(null) })
        }
        onClose={() => setWords(null)}
      >
        {title} gives it to the bank with the evidence on this purchase, which holds personal data
        of the customer. It can’t be changed afterwards.
      </Confirm>
    </Dialog>
  )
}
