import { useSuspenseQuery } from '@tanstack/react-query'
import { listDisputes } from '#contract/money/disputes.ts'
import { call, query } from '#web/api/call.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { useRight } from '#web/admin/access/use-right.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { DISPUTE_STATES, disputedAmount } from './dispute-words.ts'
import { GatewayTitle } from '#web/features/connectors/gateway-title.tsx'

const SHOWN_MAX = 5
const NONE = { disputes: [], total: 0 }

/** Marks an order or a customer with disputed payments. Shows nothing without the right to see payments. */
export function DisputeMarks({ of }: { of: { orderId: string } | { userId: string } }) {
  const isMine = useRight('payments')
  const input = { page: 1, limit: SHOWN_MAX, ...of }
  const { data } = useSuspenseQuery({
    ...query(listDisputes, input),
    queryFn: async () => (isMine ? call(listDisputes, input) : NONE),
  })
  if (data.disputes.length === 0) return null
  return (
    <ul aria-label="Disputes" className="grid gap-2 border-l-4 border-bad bg-bad-soft p-4">
      {data.disputes.map((dispute) => (
        <li key={dispute._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={DISPUTE_STATES[dispute.state].tone}>
            {DISPUTE_STATES[dispute.state].label}
          </Badge>
          <span>
            Dispute of {disputedAmount(dispute)} at <GatewayTitle name={dispute.gateway} />
          </span>
          <OfficeLink to={paths.adminDispute(dispute._id)} className={textLink}>
            See the dispute
          </OfficeLink>
        </li>
      ))}
    </ul>
  )
}
