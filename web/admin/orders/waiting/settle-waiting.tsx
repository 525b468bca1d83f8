import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { EndWaiting, isByHand, type Outcome, type Waiting } from './end-waiting.tsx'
import { useMyId } from '#web/admin/access/use-my-id.ts'

const ACTIONS = {
  byHand: { delivered: 'Complete', refused: 'Fail and refund' },
  told: { delivered: 'It was delivered', refused: 'It was refused' },
}

type Props = { waiting: Pick<Waiting, 'order' | 'why' | 'claim'> }

/** Buttons for the two outcomes of a waiting order. An order taken by someone else needs a confirmation first. */
export function SettleWaiting({ waiting }: Props) {
  const { why, claim } = waiting
  const myId = useMyId()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSure, setSure] = useState(false)
  const begin = (wanted: Outcome) => {
    setOutcome(wanted)
    setSure(!claim || claim._id === myId)
  }
  const close = () => setOutcome(null)
  const actions = ACTIONS[isByHand(why) ? 'byHand' : 'told']
  return (
    <>
      <Button look="primary" onClick={() => begin('delivered')}>
        {actions.delivered}
      </Button>
      <Button onClick={() => begin('refused')}>{actions.refused}</Button>
      {claim && (
        <Confirm
          question={`${claim.fullName} has taken this order`}
          action={{ label: 'Continue anyway' }}
          isOpen={outcome !== null && !isSure}
          onConfirm={() => setSure(true)}
          onClose={close}
        >
          You may both do the same work. The audit log records that it was claimed.
        </Confirm>
      )}
      {outcome && isSure && (
        <EndWaiting waiting={waiting} outcome={outcome} label={actions[outcome]} onClose={close} />
      )}
    </>
  )
}
