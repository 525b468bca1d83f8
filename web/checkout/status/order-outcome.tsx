import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OrderWithTimeline } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { OutcomeNotice } from '#web/features/payment/outcome-notice.tsx'
import type { Outcome } from './outcome.ts'

type Props = {
  outcome: Outcome
  order?: OrderWithTimeline
  isOpen?: boolean
  children?: ReactNode
}

/**
 * The outcome of payment and delivery. `isOpen` tones the links down, because the customer still has something to do
 * here.
 */
export const OrderOutcome = ({ outcome, order, isOpen = false, children }: Props) => (
  <div className="mx-auto grid w-full max-w-text gap-6 py-4">
    <OutcomeNotice {...outcome} />
    {children}
    <p className="flex flex-wrap justify-center gap-3">
      <Link to={paths.home} className={`max-sm:w-full ${buttonLook(isOpen ? 'plain' : 'primary')}`}>
        Continue Shopping
      </Link>
      <Link
        to={order ? paths.ordersWith(order._id) : paths.orders}
        className={`max-sm:w-full ${buttonLook()}`}
      >
        Check Order Status
      </Link>
      {order?.status === 'completed' && (
        <Link to={paths.buyAgain(order)} className={`max-sm:w-full ${buttonLook()}`}>
          Buy again
        </Link>
      )}
    </p>
  </div>
)
