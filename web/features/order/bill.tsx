import type { ReactNode } from 'react'
import type { Bill as Lines } from '#contract/catalogue/pricing.ts'

type Props = {
  bill: Lines
  listPrice?: string | null // struck out beside the price
  children?: ReactNode // above the total
}

export const Bill = ({ bill: { lines, total }, listPrice, children }: Props) => (
  <div className="grid gap-4">
    <dl className="grid gap-1.5">
      {lines.map(({ name, amount }, index) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt className="text-soft wrap-anywhere">{name}</dt>
          <dd className={`money whitespace-nowrap ${amount.startsWith('−') ? 'text-good' : ''}`}>
            {index === 0 && listPrice && (
              <s className="mr-2 text-sm text-soft">
                <span className="sr-only">instead of </span>
                {listPrice}
              </s>
            )}
            {amount}
          </dd>
        </div>
      ))}
    </dl>
    {children}
    <dl className="border-t border-line pt-4">
      <div className="flex items-baseline justify-between gap-4">
        <dt className="font-semibold">Total price</dt>
        <dd className="money text-2xl font-bold">{total}</dd>
      </div>
    </dl>
  </div>
)
