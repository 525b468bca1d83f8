import type { Currency } from '#contract/core/money.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { changeCurrency } from './change-currency.ts'

const LOOK =
  'for-scripted inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded-md px-2 font-semibold hover:bg-sunken md:w-16'

/**
 * Shows the current currency. It switches between two, and lets visitors choose among more. The fixed width keeps its
 * neighbours in place while fonts load.
 */
export function CurrencyButton() {
  const currencies = useShopFacts()?.currencies ?? [{ code: 'INR', symbol: '₹' }]
  const now = (
    <>
      <span className="sr-only">Change currency, now </span>
      <span className="in-currency">
        {currencies.map(({ code, symbol }) => (
          <span key={code}>
            <span className="money text-lg">{symbol}</span> <Code>{code}</Code>
          </span>
        ))}
      </span>
    </>
  )
  if (currencies.length > 2)
    return (
      <span title="Change currency" className={`${LOOK} relative has-focus-visible:outline-3`}>
        {now}
        <select
          value=""
          aria-label="Change currency"
          onChange={({ target }) => void changeCurrency(target.value as Currency)}
          className="absolute inset-0 cursor-pointer opacity-0"
        >
          <option value="" disabled hidden>
            Currency
          </option>
          {currencies.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      </span>
    )
  return (
    <button
      type="button"
      title="Change currency"
      onClick={() => void changeCurrency()}
      className={LOOK}
    >
      {now}
    </button>
  )
}

const Code = ({ children }: { children: string }) => (
  <span className="text-sm max-md:sr-only">{children}</span>
)
