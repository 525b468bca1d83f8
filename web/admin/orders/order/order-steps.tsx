import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/ui/text/format.ts'
import { OrderTimeline } from '#web/features/order/order-timeline.tsx'
import { toStaffWords } from './staff-words.ts'
import { lineLink } from '#web/ui/text-link.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'

type Props = { order: OrderWithTimeline; line: 'live' | 'down' | 'ended' }

const LINES = {
  live: 'This page updates automatically.',
  down: 'The connection is weak, so we check every few seconds.',
  ended: '',
}

/** Timeline of an order in words for staff, and what the order waits for. */
export const OrderSteps = ({ order, line }: Props) => (
  <div className="grid gap-5">
    <OrderTimeline
      steps={order.timeline.map((step) => ({ ...step, message: toStaffWords(step.message) }))}
      next={nextOf(order)}
    />
    {line !== 'ended' && <p className="text-sm text-soft">{LINES[line]}</p>}
    <OfficeLink
      isExtra
      to={paths.adminAuditOf(`order ${order._id}`)}
      className={`justify-self-start ${lineLink}`}
    >
      What administrators did
    </OfficeLink>
  </div>
)

function nextOf({ status, heldFor, expiresAt }: OrderWithTimeline): string | undefined {
  if (status === 'pending')
    return expiresAt ? `The payment, until ${formatDate(expiresAt)}` : 'The payment'
  if (heldFor === 'player') return 'A corrected player or a refund: the customer decides'
  if (heldFor === 'person') return 'Result'
  return status === 'processing' ? 'The delivery' : undefined
}
