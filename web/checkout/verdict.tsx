import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Announcement } from '#web/ui/announcement.tsx'
import type { Outcome } from './outcome.ts'

type Props = { outcome: Outcome; orderId?: string; isOpen?: boolean; children?: ReactNode }

/** What became of the payment, and the two ways on. While something is still to be done here, that comes first. */
export const Verdict = ({ outcome, orderId, isOpen = false, children }: Props) => (
  <div className="mx-auto grid w-full max-w-text gap-6 py-4">
    <Announcement {...outcome} />
    {children}
    <p className="flex flex-wrap justify-center gap-3">
      <Link to={paths.home} className={`max-sm:w-full ${buttonLook(isOpen ? 'plain' : 'primary')}`}>
        Continue Shopping
      </Link>
      <Link
        to={orderId ? paths.ordersWith(orderId) : paths.orders}
        className={`max-sm:w-full ${buttonLook()}`}
      >
        Check Order Status
      </Link>
    </p>
  </div>
)
