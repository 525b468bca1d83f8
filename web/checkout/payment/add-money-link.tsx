import { Link } from 'react-router'
import {
  formatHundredths,
  priceStepOf,
  toHundredths,
  writeHundredths,
} from '#contract/core/money.ts'
import type { Quote } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { keepLeftPurchase } from '#web/state/left-purchase.ts'

type Props = { quote: Pick<Quote, 'missing' | 'currency'>; before?: string; className: string }

/** Links to the page for adding the missing money, rounded up to what gateways take. The customer returns here afterwards. */
export function AddMoneyLink({ quote: { missing, currency }, before = '', className }: Props) {
  const step = priceStepOf(currency)
  const amount = toHundredths(Math.ceil(missing / step) * step, currency)
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
