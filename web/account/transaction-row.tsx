import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMovement } from '#contract/core/money.ts'
import type { Transaction, TransferKind } from '#contract/money/wallet.ts'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/ui/text/format.ts'
import { CheckIcon, CloseIcon, TrophyIcon, type IconProps } from '#web/ui/icons/icons.tsx'
import {
  BagIcon,
  BalanceIcon,
  ClockIcon,
  GiftIcon,
  PlusIcon,
  ReturnIcon,
  SwapIcon,
} from '#web/ui/icons/money-icons.tsx'
import { lineLink } from '#web/ui/text-link.ts'

type Icon = (props: IconProps) => ReactNode

/** The name and look of each kind of transfer. Coupons and costs never touch a wallet. */
const KINDS: Record<TransferKind, { name: string; Icon: Icon; look: string }> = {
  'top-up': { name: 'Money added', Icon: PlusIcon, look: 'bg-good-soft text-good' },
  order: { name: 'Order payment', Icon: BagIcon, look: 'bg-lantern-soft text-lantern-deep' },
  refund: { name: 'Refund', Icon: ReturnIcon, look: 'bg-refunded-soft text-refunded' },
  gift: { name: 'Gift', Icon: GiftIcon, look: 'bg-glass-soft text-glass' },
  prize: { name: 'Leaderboard prize', Icon: TrophyIcon, look: 'bg-pending-soft text-pending' },
  conversion: { name: 'Exchange', Icon: SwapIcon, look: 'bg-glass-soft text-glass' },
  adjustment: { name: 'Adjustment', Icon: BalanceIcon, look: 'bg-cancelled-soft text-cancelled' },
  claim: { name: 'From orders without an account', Icon: SwapIcon, look: 'bg-good-soft text-good' },
  dispute: { name: 'Lost dispute', Icon: BalanceIcon, look: 'bg-cancelled-soft text-cancelled' },
  coupon: { name: 'Coupon', Icon: GiftIcon, look: 'bg-cancelled-soft text-cancelled' },
  payout: {
    name: 'Sent back to your bank',
    Icon: ReturnIcon,
    look: 'bg-refunded-soft text-refunded',
  },
  cost: { name: 'Cost', Icon: BagIcon, look: 'bg-cancelled-soft text-cancelled' },
}

/** An incoming payout is one that failed. An outgoing prize is one that was reclaimed. */
export function nameOf(kind: TransferKind, amount: number): string {
  if (kind === 'payout' && amount > 0) return 'Came back from your bank'
  if (kind === 'prize' && amount < 0) return 'Leaderboard prize taken back'
  return KINDS[kind].name
}

const STATES: Record<Transaction['status'], { name: string; Icon: Icon; look: string }> = {
  success: { name: 'Success', Icon: CheckIcon, look: 'text-good' },
  completed: { name: 'Completed', Icon: CheckIcon, look: 'text-good' },
  pending: { name: 'Pending', Icon: ClockIcon, look: 'text-pending' },
  failed: { name: 'Failed', Icon: CloseIcon, look: 'text-bad' },
}

export function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { kind, status, createdAt, UTR, orderId, price, currency } = transaction
  const { Icon, look } = KINDS[kind]
  const state = STATES[status]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-3 last:border-0 sm:gap-x-4 sm:px-5">
      <span className={`grid size-11 place-items-center rounded-md ${look}`}>
        <Icon />
      </span>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
        <span className="font-semibold">{nameOf(kind, price)}</span>
        <span className={`money justify-self-end text-lg ${price > 0 ? 'text-good' : ''}`}>
          {formatMovement(price, currency)}
        </span>
        <span className="text-sm text-soft">
          <time dateTime={createdAt} className="mr-2 whitespace-nowrap">
            {formatDate(createdAt)}
          </time>{' '}
          <span className="mr-2 whitespace-nowrap tabular-nums">{UTR}</span>{' '}
          {orderId && (
            <Link to={paths.order(orderId)} className={`-my-3 whitespace-nowrap ${lineLink}`}>
              See the order
            </Link>
          )}
        </span>
        <span
          className={`flex items-center gap-1 self-start justify-self-end text-sm ${state.look}`}
        >
          <state.Icon className="size-4" />
          {state.name}
        </span>
      </div>
    </li>
  )
}
