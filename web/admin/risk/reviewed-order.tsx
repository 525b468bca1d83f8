import { useState } from 'react'
import { deliverReviewed, listRiskReviews, type RiskReview } from '#contract/orders/risk.ts'
import { formatExactly } from '#contract/core/money.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { useHotkey } from '#web/ui/hooks/use-hotkey.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { lineLink } from '#web/ui/text-link.ts'
import { ReasonList } from './reason-list.tsx'
import { RefuseReviewed } from './refuse-reviewed.tsx'

type Props = { review: RiskReview; isCurrent: boolean }

/** A held order, the reasons, and the two decisions. Its keys work while it is the chosen one. */
export function ReviewedOrder({ review, isCurrent }: Props) {
  const { order, reasons, since } = review
  const [isRefusing, setRefusing] = useState(false)
  const deliver = useSend(deliverReviewed, { refetch: [listRiskReviews] })
  const isFree = isCurrent && !isRefusing && !deliver.isPending
  const run = () => deliver.mutate({ id: order._id })
  useHotkey('d', () => isFree && run())
  useHotkey('r', () => isFree && setRefusing(true))
  return (
    <div
      aria-current={isCurrent || undefined}
      className="rounded-lg aria-[current]:outline-2 aria-[current]:outline-offset-4 aria-[current]:outline-lantern"
    >
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="text-xl wrap-anywhere">
            {order.itemId.itemName}{' '}
            <span className="font-normal text-soft">for {order.gameId.gameName}</span>
          </h2>
          <Badge tone="pending">Held</Badge>
        </div>
        <ReasonList reasons={reasons} />
        <ReviewFacts review={review} />
        <p className="text-sm text-soft">
          Held since <time dateTime={since}>{formatDate(since)}</time>.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" isBusy={deliver.isPending} onClick={run}>
            Deliver
          </Button>
          <Button look="danger" onClick={() => setRefusing(true)}>
            Refund
          </Button>
        </div>
      </Card>
      {isRefusing && <RefuseReviewed review={review} onClose={() => setRefusing(false)} />}
    </div>
  )
}

function ReviewFacts({ review: { order, payers } }: { review: RiskReview }) {
  const { playerId, zoneId, userName } = order.gameDetailId
  return (
    <Facts>
      <Fact name="Customer" isLong>
        <OfficeLink to={paths.adminUser(order.userId._id)} className={lineLink}>
          {order.userId.fullName}
        </OfficeLink>
        <span className="block font-normal text-soft">{order.userId.email}</span>
      </Fact>
      <Fact name="Player" isLong>
        {playerId}
        {zoneId && <span className="text-soft"> in {zoneId}</span>}
        {userName && <span className="block text-soft">{userName}</span>}
      </Fact>
      <Fact name="Invoice" isLong>
        <OfficeLink to={paths.adminOrder(order._id)} className={lineLink}>
          {order.invoiceId}
        </OfficeLink>
      </Fact>
      <Fact name="Paid" isLong>
        <span className="money">{formatExactly(order.amount, order.currency)}</span>
      </Fact>
      {payers.map(({ shown, name }) => (
        <Fact key={`${shown} ${name}`} name="Payer" isLong>
          {shown}
          {name && <span className="block font-normal text-soft">{name}</span>}
        </Fact>
      ))}
    </Facts>
  )
}
