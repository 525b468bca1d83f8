import { useState } from 'react'
import { formatExactly } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/format.ts'
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
  const { order, why, since, parcels } = waiting
  const [outcome, setOutcome] = useState<Outcome | null>(null)
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
      <OrderFacts order={order} />
      {parcels.length > 0 && <ParcelLines parcels={parcels} />}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => setOutcome('delivered')}>
          {actions.delivered}
        </Button>
        <Button onClick={() => setOutcome('refused')}>{actions.refused}</Button>
      </div>
      {outcome && (
        <EndWaiting
          waiting={waiting}
          outcome={outcome}
          label={actions[outcome]}
          onClose={() => setOutcome(null)}
        />
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
