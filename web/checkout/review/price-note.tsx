import { useState } from 'react'
import { formatMoney } from '#contract/core/money.ts'
import type { Quote } from '#contract/orders/orders.ts'

type Props = { quote: Quote; isQuiet: boolean }

/** Warns that the total has changed since it was shown. The caller's key resets it when currency or coupon change. */
export function PriceNote({ quote: { amount, currency }, isQuiet }: Props) {
  const [seen] = useState(amount)
  if (isQuiet || amount === seen) return null
  return (
    <p
      role="alert"
      className="mb-3 rounded-md bg-pending-soft px-4 py-2.5 text-sm font-medium text-pending"
    >
      The price has changed from {formatMoney(seen, currency)} to {formatMoney(amount, currency)}.
      You weren’t charged. Continue if you agree.
    </p>
  )
}
