import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatExactly } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/format.ts'
import { ClaimWaiting } from './claim-waiting.tsx'
import { EndWaiting, isByHand, type Outcome, type Waiting } from './end-waiting.tsx'
import { ParcelLines } from './parcel-lines.tsx'

const WHY: Record<Waiting['why'], { label: string; tone: Tone; words: string }> = {
  manual: {
    label: 'By hand',
    tone: 'glass',
    words: 'A person delivers this game. Give the player the pack, then complete the order.',
  },
  unknown: {
    label: 'Nobody knows',
    tone: 'bad',
    words:
      'It was sent, and nobody tells the shop what became of it. Look for it in your account with the provider, then say what you found.',
  },
  part: {
    label: 'In part',
    tone: 'pending',
    words:
      'A part of the pack was delivered, and a part was refused. Give the player the rest, or give the money back.',
  },
  'no source': {
    label: 'No source',
    tone: 'pending',
    words:
      'It was sent nowhere: the shop has no account with the source of this game, or the pack has no product there. Deliver it by hand, or give the money back.',
  },
}

const ACTIONS = {
  byHand: { delivered: 'Complete', refused: 'Fail and refund' },
  told: { delivered: 'It was delivered', refused: 'It was refused' },
}

/** What waits, why, and the two ways in which it can end. */
export function WaitingOrder(waiting: Waiting) {
  const { order, why, since, claim, parcels } = waiting
  const { data: user } = useSuspenseQuery(query(getUser, {}))
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSure, setSure] = useState(false)
  const isMine = claim?._id === user._id
  const begin = (wanted: Outcome) => {
    setOutcome(wanted)
    setSure(!claim || isMine)
  }
  const close = () => setOutcome(null)
  const { label, tone, words } = WHY[why]
  const actions = ACTIONS[isByHand(why) ? 'byHand' : 'told']
  return (
    <Card className="grid gap-5">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="text-xl wrap-anywhere">
            {order.itemId.itemName}{' '}
            <span className="font-normal text-soft">for {order.gameId.gameName}</span>
          </h2>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="text-soft">
          {words} It waits since <time dateTime={since}>{formatDate(since)}</time>.
        </p>
      </div>
      <ClaimWaiting orderId={order._id} claim={claim} isMine={isMine} />
      <OrderFacts order={order} />
      {parcels.length > 0 && <ParcelLines parcels={parcels} />}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => begin('delivered')}>
          {actions.delivered}
        </Button>
        <Button onClick={() => begin('refused')}>{actions.refused}</Button>
      </div>
      {claim && (
        <Confirm
          question={`${claim.fullName} looks after this order`}
          action={{ label: 'Go on all the same' }}
          isOpen={outcome !== null && !isSure}
          onConfirm={() => setSure(true)}
          onClose={close}
        >
          What you do may be done twice. It is written down that it was theirs.
        </Confirm>
      )}
      {outcome && isSure && (
        <EndWaiting waiting={waiting} outcome={outcome} label={actions[outcome]} onClose={close} />
      )}
    </Card>
  )
}

const OrderFacts = ({ order }: { order: Order }) => {
  const { playerId, zoneId, userName } = order.gameDetailId
  return (
    <Facts>
      <Fact name="Player" isLong>
        <CopyButton text={playerId} label="Copy the player" />
        {zoneId && <span className="text-soft"> in {zoneId}</span>}
        {userName && <span className="block text-soft">{userName}</span>}
      </Fact>
      <Fact name="Invoice" isLong>
        <CopyButton text={order.invoiceId} label="Copy the invoice id" />
      </Fact>
      <Fact name="Customer" isLong>
        {order.userId.fullName}
        <span className="block font-normal text-soft">{order.userId.email}</span>
      </Fact>
      <Fact name="Paid" isLong>
        <span className="money">{formatExactly(order.amount, order.currency)}</span>
      </Fact>
    </Facts>
  )
}
