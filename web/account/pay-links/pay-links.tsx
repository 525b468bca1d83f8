import { useQuery } from '@tanstack/react-query'
import {
  listPayLinks,
  withdrawPayLink,
  type PayLink,
  type PayLinkState,
} from '#contract/orders/pay-links.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { ShareLink } from '#web/features/pay-link/share-link.tsx'
import { useCurrentUser } from '#web/state/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Badge, type Tone } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'

/** Links by which the customer has asked others to pay. */
export function PayLinks() {
  const isGuest = useCurrentUser()?.isGuest ?? true
  const { data: links = [] } = useQuery({ ...query(listPayLinks, {}), enabled: !isGuest })
  if (links.length === 0) return null
  return (
    <Card title="Links for others to pay">
      <ul className="grid gap-5 divide-y divide-line">
        {links.map((link) => (
          <Row key={link._id} link={link} />
        ))}
      </ul>
    </Card>
  )
}

const STATES: Record<PayLinkState, { label: string; tone: Tone }> = {
  open: { label: 'Not paid yet', tone: 'pending' },
  paying: { label: 'Being paid', tone: 'pending' },
  paid: { label: 'Paid', tone: 'good' },
  expired: { label: 'Expired', tone: 'plain' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
}

function Row({ link }: { link: PayLink }) {
  const { _id: id, itemName, gameName, player, state, expiresAt } = link
  const send = useSend(withdrawPayLink, { refetch: [listPayLinks] })
  const { label, tone } = STATES[state]
  return (
    <li className="grid gap-3 pb-5 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <strong>{itemName}</strong>{' '}
          <span className="text-soft">
            {gameName}
            {player && ` for ${player.userName || player.playerId}`}
          </span>
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {state === 'open' && (
        <>
          <p className="text-sm text-soft">Works until {formatDate(expiresAt)}</p>
          <ShareLink link={link} />
          <Button
            look="quiet"
            size="sm"
            className="-ml-4 justify-self-start"
            isBusy={send.isPending}
            busyLabel="Withdrawing..."
            onClick={() => send.mutate({ id })}
          >
            Withdraw
          </Button>
        </>
      )}
    </li>
  )
}
