import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'

type Props = { quote: Quote; isQuiet: boolean }

/** Who has seen one total and is about to pay another is told so. Its key says what else was chosen meanwhile. */
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
