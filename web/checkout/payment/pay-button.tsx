import { Link } from 'react-router'
import type { Quote } from '#contract/orders/orders.ts'
import { paths } from '#web/paths.ts'
import { payInRupees } from '#web/features/currency/change-currency.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { AddMoneyLink } from './add-money-link.tsx'
import { nextLook } from '#web/checkout/checkout-columns.tsx'
import type { Method, Offered } from './offered.ts'
import type { usePay } from './use-pay.ts'

type Props = {
  method: Method
  quote: Quote
  rupees: Quote
  offered: Offered
  pay: ReturnType<typeof usePay>
}

/** The next step: to pay, or what has to happen before. */
export function PayButton({ method, quote, rupees, offered, pay }: Props) {
  if (pay.problem?.code === 'IDEMPOTENCY_KEY_REUSED')
    return (
      <Link to={paths.orders} className={`${buttonLook('primary')} ${nextLook}`}>
        See your orders
      </Link>
    )
  // An unanswered payment may have lowered the balance already. The customer must still be able to retry it.
  if (method !== 'wallet' || quote.missing <= 0 || pay.problem?.code === 'UNHEARD')
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
      <Button look="primary" className={nextLook} onClick={payInRupees}>
        Pay in rupees
      </Button>
    )
  return (
    <AddMoneyLink
      quote={offered.foreign.length > 0 ? quote : rupees}
      className={`${buttonLook('primary')} ${nextLook}`}
    />
  )
}
