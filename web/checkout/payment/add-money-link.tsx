import { Link } from 'react-router'
import { formatExactly, toDecimal } from '#contract/core/money.ts'
import { paths } from '#web/paths.ts'
import { keepLeftPurchase } from '#web/state/left-purchase.ts'

type Props = { missing: number; before?: string; className: string }

/** Links to the page for adding the missing rupees. The customer returns here afterwards. */
export const AddMoneyLink = ({ missing, before = '', className }: Props) => (
  <Link
    to={paths.addMoney(toDecimal(missing, 'INR'))}
    className={className}
    onClick={() => keepLeftPurchase(window.location.pathname + window.location.search)}
  >
    {before}Add {formatExactly(missing, 'INR')}
  </Link>
)
