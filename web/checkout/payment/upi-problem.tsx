import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { textLink } from '#web/ui/text-link.ts'
import type { Problem } from './use-pay.ts'

const ABOUT_UPI = [
  'PAYMENTS_NOT_OFFERED',
  'PAYMENT_PAGE_UNREACHABLE',
  'PHONE_NEEDED',
  'NOTHING_TO_PAY',
  'TOO_MANY_OPEN_ORDERS',
  'STOCK_HELD',
]

/** These errors appear beside the UPI choice, because another choice solves them. */
export const isAboutUpi = ({ code }: Problem): boolean => ABOUT_UPI.includes(code)

export function UpiProblem({ problem: { code, message } }: { problem: Problem }) {
  const hasWallet = !useCurrentUser()?.isGuest
  if (code === 'PAYMENTS_NOT_OFFERED' && hasWallet)
    return `${message}. You can pay from your wallet.`
  if (code === 'PAYMENT_PAGE_UNREACHABLE' && hasWallet)
    return `${message}, or pay from your wallet.`
  if (code !== 'TOO_MANY_OPEN_ORDERS') return `${message}.`
  return (
    <>
      {message}.{' '}
      <Link to={paths.openOrders} className={textLink}>
        See your open orders
      </Link>
    </>
  )
}
