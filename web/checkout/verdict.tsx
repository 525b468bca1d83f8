import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { CheckIcon, ClockIcon, CloseIcon, ReturnIcon } from '#web/ui/icons.tsx'
import type { Outcome } from './outcome.ts'

const LOOKS = {
  paid: { Icon: CheckIcon, colours: 'bg-completed-soft text-completed' },
  waiting: { Icon: ClockIcon, colours: 'bg-pending-soft text-pending' },
  failed: { Icon: CloseIcon, colours: 'bg-failed-soft text-failed' },
  refunded: { Icon: ReturnIcon, colours: 'bg-refunded-soft text-refunded' },
} as const

type Props = { outcome: Outcome; orderId?: string; children?: ReactNode }

/** What became of the payment, and the two ways on. */
export function Verdict({ outcome: { is, title, words }, orderId, children }: Props) {
  const { Icon, colours } = LOOKS[is]
  return (
    <div className="mx-auto grid w-full max-w-text gap-6 py-4">
      <div className="grid justify-items-center gap-3 text-center">
        <span className={`facet-4 grid size-16 place-items-center ${colours}`}>
          <Icon className="size-8" />
        </span>
        <output className="grid justify-items-center gap-3">
          <h2 className="text-2xl">{title}</h2>
          <p className="max-w-prose text-soft">{words}</p>
        </output>
      </div>
      {children}
      <p className="flex flex-wrap justify-center gap-3">
        <Link to={paths.home} className={`max-sm:w-full ${buttonLook('primary')}`}>
          Continue Shopping
        </Link>
        <Link
          to={orderId ? paths.order(orderId) : paths.orders}
          className={`max-sm:w-full ${buttonLook()}`}
        >
          Check Order Status
        </Link>
      </p>
    </div>
  )
}
