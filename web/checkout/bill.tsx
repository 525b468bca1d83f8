import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'
import { listPriceOf, type Buyer, type Chosen } from './chosen.ts'
import { PackSummary } from './pack-summary.tsx'

type Props = { chosen: Chosen; quote: Quote; buyer: Buyer; children: ReactNode }

/** What the server says it costs. Only how far that is below the list price is reckoned here. */
export function Bill({ chosen, quote, buyer, children }: Props) {
  const { itemPrice, discount, amount, currency } = quote
  const listPrice = listPriceOf(chosen.item, itemPrice, { ...buyer, currency }) ?? itemPrice
  const money = (minor: number) => formatMoney(minor, currency)
  return (
    <div className="grid gap-4">
      <PackSummary chosen={chosen} />
      <dl className="grid gap-1.5 border-t border-line pt-4">
        <Line name="Price">{money(listPrice)}</Line>
        <Line name="Discount">{less(money(listPrice - itemPrice), listPrice > itemPrice)}</Line>
        <Line name="Coupon discount">{less(money(discount), discount > 0)}</Line>
      </dl>
      {children}
      <dl className="border-t border-line pt-4">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-semibold">Total price</dt>
          <dd className="money text-2xl font-bold">{money(amount)}</dd>
        </div>
      </dl>
    </div>
  )
}

const less = (amount: string, isAny: boolean): ReactNode =>
  isAny ? <span className="text-good">−{amount}</span> : amount

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-soft">{name}</dt>
    <dd className="money">{children}</dd>
  </div>
)
