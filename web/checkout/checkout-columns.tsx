import type { ReactNode } from 'react'

type ColumnsProps = {
  children: ReactNode
  beside: ReactNode
  bar: ReactNode
  isBesideFirst?: boolean
}

/**
 * On phones the parts are stacked, and the bar with the next step stays at the bottom. On wide screens the summary and
 * the next step stand beside the form.
 */
export const CheckoutColumns = ({ children, beside, bar, isBesideFirst = false }: ColumnsProps) => (
  <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
    <div className="grid content-start gap-5 lg:row-span-2">{children}</div>
    <div className={`lg:col-start-2 lg:row-start-1 ${isBesideFirst ? 'max-lg:order-first' : ''}`}>
      {beside}
    </div>
    <div className="step-bar sticky bottom-0 z-20 low:static -mx-4 border-t border-line bg-ground px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:static lg:col-start-2 lg:mx-0 lg:self-start lg:border-0 lg:bg-transparent lg:p-0">
      {bar}
    </div>
  </div>
)

type NextStepProps = { label: string; amount: string; children: ReactNode }

/** Shows the price and the button for the next step. */
export const NextStep = ({ label, amount, children }: NextStepProps) => (
  <div className="flex items-center justify-between gap-4 lg:block">
    <p className="grid min-w-0 lg:hidden">
      <span className="truncate text-xs text-soft">{label}</span>
      <span className="money text-xl leading-tight font-bold">{amount}</span>
    </p>
    {children}
  </div>
)

/** Wide enough for the thumb on phones, and as wide as the column on large screens. */
export const nextLook = 'min-w-44 flex-1 max-w-72 lg:w-full lg:max-w-none min-h-12'
