import { useFormContext } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { TextField } from './form.tsx'

type AmountFieldProps = {
  name: string
  label: string
  symbol: string
  hint?: string
  amounts?: number[] // amounts that buttons enter
  steps: number[] // amounts that the quick buttons add
}

/** Keeps digits and one point: `1,250.50` becomes `1250.50`. The form rejects too many decimals. */
const tidyAmount = (typed: string): string =>
  /^\d*(\.\d*)?/.exec(typed.replace(/[^\d.]/g, ''))?.[0] ?? ''

/** An amount field bound to the surrounding form, with buttons that enter or add fixed amounts. */
export function AmountField({ name, label, symbol, hint, amounts = [], steps }: AmountFieldProps) {
  const { getValues, setValue } = useFormContext<Record<string, string>>()

  const enter = (text: string): void =>
    setValue(name, text, { shouldDirty: true, shouldValidate: true })

  function add(step: number): void {
    const sum = Math.round((Number(getValues(name)) || 0) * 100) + step * 100
    enter(sum % 100 === 0 ? String(sum / 100) : (sum / 100).toFixed(2))
  }

  return (
    <div className="grid gap-3">
      <TextField
        name={name}
        label={label}
        inputMode="decimal"
        autoComplete="off"
        before={symbol}
        {...(hint ? { hint } : {})}
        tidy={tidyAmount}
        className="money text-xl"
      />
      {amounts.length > 0 && (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="mb-2 text-sm text-soft">Or a round amount</legend>
          {amounts.map((amount) => (
            <Button
              key={amount}
              size="sm"
              aria-label={`Enter ${symbol}${amount}`}
              className="money min-h-11"
              onClick={() => enter(String(amount))}
            >
              {symbol}
              {amount}
            </Button>
          ))}
        </fieldset>
      )}
      <fieldset className="grid grid-cols-4 gap-2">
        <legend className="sr-only">Quick amounts</legend>
        {steps.map((step) => (
          <Button
            key={step}
            size="sm"
            aria-label={`Add ${symbol}${step}`}
            className="money min-h-11 px-1!"
            onClick={() => add(step)}
          >
            +{step}
          </Button>
        ))}
      </fieldset>
    </div>
  )
}
