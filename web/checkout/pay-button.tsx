import { Link } from 'react-router'
import { formatExactly, toDecimal } from '#contract/money.ts'
import type { PaymentMethod, Quote } from '#contract/orders.ts'
import { paths } from '#web/paths.ts'
import { chooseCurrency } from '#web/state/currency.ts'
import { keepLeftPurchase } from '#web/state/left-purchase.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { nextLook } from './split.tsx'
import type { usePay } from './use-pay.ts'

type Props = {
  method: PaymentMethod
  quote: Quote
  rupees: Quote
  pay: ReturnType<typeof usePay>
}

/** One thing to do next: to pay, or what has to come before it. */
export function PayButton({ method, quote, rupees, pay }: Props) {
  if (pay.problem?.code === 'IDEMPOTENCY_KEY_REUSED')
    return (
      <Link to={paths.orders} className={`${buttonLook('primary')} ${nextLook}`}>
        See your orders
      </Link>
    )
  // What was paid already is missing now: who has not heard of it must be able to ask again.
  if (method === 'upi' || quote.missing <= 0 || pay.problem?.code === 'UNHEARD')
    return (
      <Button
        look="primary"
        className={nextLook}
        isBusy={pay.isBusy}
        onClick={() => void pay.pay()}
      >
        Proceed to Pay
      </Button>
    )
  if (rupees.missing <= 0)
    return (
      <Button look="primary" className={nextLook} onClick={() => chooseCurrency('INR', 1)}>
        Pay in rupees
      </Button>
    )
  return (
    <Link
      to={paths.addMoney(toDecimal(rupees.missing, 'INR'))}
      className={`${buttonLook('primary')} ${nextLook}`}
      onClick={() => keepLeftPurchase(window.location.pathname + window.location.search)}
    >
      Add {formatExactly(rupees.missing, 'INR')}
    </Link>
  )
}
