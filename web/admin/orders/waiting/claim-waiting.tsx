import { useQueryClient } from '@tanstack/react-query'
import { claimOrder, listWaiting, type Claim } from '#contract/orders/deliveries.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { UsersIcon } from '#web/ui/icons/icons.tsx'
import { useMyId } from '#web/admin/access/use-my-id.ts'

type Props = { orderId: string; claim: Claim | null }

/** Shows who has taken an order, so that two people don't work on it at once. */
export function ClaimWaiting({ orderId: id, claim }: Props) {
  const isMine = useMyId() === claim?._id
  const client = useQueryClient()
  const send = useSend(claimOrder, { refetch: [listWaiting] })
  const { path } = listWaiting
  // If someone else was faster, reload to show who.
  const onError = () => void client.invalidateQueries({ queryKey: [path] })
  const set = (isClaimed: boolean) => send.mutate({ id, isClaimed }, { onError })
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-1">
      <p className="flex items-center gap-2 wrap-anywhere">
        <UsersIcon className="size-5 shrink-0 text-soft" />
        {claim ? (
          <span>
            Claimed by {isMine ? 'you' : claim.fullName} since{' '}
            <time dateTime={claim.since}>{formatDate(claim.since)}</time>
          </span>
        ) : (
          <span className="text-soft">Not claimed yet</span>
        )}
      </p>
      {(!claim || isMine) && (
        <Button size="sm" isBusy={send.isPending} busyLabel="Saving..." onClick={() => set(!claim)}>
          {claim ? 'Release' : 'Claim'}
        </Button>
      )}
    </div>
  )
}
