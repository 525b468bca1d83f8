import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDisputeAnswers, type DisputeAnswer } from '#contract/backoffice/evidence.ts'
import type { Dispute } from '#contract/money/disputes.ts'
import { query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { AnswerDispute } from './answer-dispute.tsx'
import { useGatewayTitles } from '#web/features/connectors/use-gateways.ts'

const WATCH_MS = 2_000

const isOnItsWay = ({ sentAt, refused }: DisputeAnswer): boolean =>
  sentAt === null && refused === null

/** Answers that were given through the gateway's API, and a way to give one. */
export function DisputeAnswers({ dispute }: { dispute: Dispute }) {
  const [isOpen, setOpen] = useState(false)
  const { canAnswer, answers } = useSuspenseQuery({
    ...query(listDisputeAnswers, { id: dispute._id }),
    refetchInterval: ({ state }) => (state.data?.answers.some(isOnItsWay) ? WATCH_MS : false),
  }).data
  const title = useGatewayTitles()(dispute.gateway)
  if (!canAnswer && answers.length === 0) return null
  return (
    <Card title="Answer">
      <div className="grid gap-4">
        {canAnswer && (
          <>
            <p className="max-w-prose text-soft">
              {title} takes your answer from here. It gets your words and the evidence file, and
              passes them on to the bank.
            </p>
            <Button look="primary" className="justify-self-start" onClick={() => setOpen(true)}>
              Answer
            </Button>
          </>
        )}
        {answers.length > 0 && (
          <ul className="grid gap-3">
            {answers.map((answer) => (
              <li key={answer._id} className="border-l-4 border-line pl-4 wrap-anywhere">
                <strong>{stateOf(answer, title)}</strong>
                <span className="block whitespace-pre-line">{answer.words}</span>
                <span className="block text-sm text-soft">
                  {answer.askedBy.fullName}, {formatDate(answer.askedAt)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && <AnswerDispute dispute={dispute} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function stateOf(answer: DisputeAnswer, title: string): string {
  if (answer.refused !== null) return `${title} refused it: ${answer.refused}`
  return answer.sentAt ? `Sent on ${formatDate(answer.sentAt)}` : 'On its way'
}
