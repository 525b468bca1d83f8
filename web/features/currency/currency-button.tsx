import { changeCurrency } from './change-currency.ts'

/** Shows the current currency and switches it. The fixed width keeps its neighbours in place while fonts load. */
export const CurrencyButton = () => (
  <button
    type="button"
    title="Change currency"
    onClick={() => void changeCurrency()}
    className="for-scripted inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded-md px-2 font-semibold hover:bg-sunken md:w-16"
  >
    <span className="sr-only">Change currency, now </span>
    <span className="for-rupees">
      <span className="money text-lg">₹</span> <Code>INR</Code>
    </span>
    <span className="for-dollars">
      <span className="money text-lg">$</span> <Code>USD</Code>
    </span>
  </button>
)

const Code = ({ children }: { children: string }) => (
  <span className="text-sm max-md:sr-only">{children}</span>
)
