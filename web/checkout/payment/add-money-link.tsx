import { Link } from 'react-router'
import { formatHundredths, fromHundredths, writeHundredths } from '#contract/core/money.ts'
import type { Quote } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { keepLeftPurchase } from '#web/state/left-purchase.ts'

type Props = { quote: Pick<Quote, 'missing' | 'currency'>; before?: string; className: string }

/** Links to the page for adding the missing money, in whole cents. The customer returns here afterwards. */
export function AddMoneyLink({ quote: { missing, currency }, before = '', className }: Props) {
  const amount = Math.ceil(missing / fromHundredths(1, currency))
  return (
    <Link
      to={paths.addMoney(writeHundredths(amount), currency)}
      className={className}
      onClick={() => keepLeftPurchase(window.location.pathname + window.location.search)}
    >
      {before}Add {formatHundredths(amount, currency)}
    </Link>
  )
}
