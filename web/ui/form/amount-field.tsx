import { useFormContext } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { TextField } from './form.tsx'

type AmountFieldProps = {
  name: string
  label: string
  symbol: string
  hint?: string
  steps: number[] // amounts that the quick buttons add
}

/** Keeps digits and one point: `1,250.50` becomes `1250.50`. The form rejects too many decimals. */
const tidyAmount = (typed: string): string =>
  /^\d*(\.\d*)?/.exec(typed.replace(/[^\d.]/g, ''))?.[0] ?? ''

/** An amount field bound to the surrounding form, with buttons that add fixed amounts. */
export function AmountField({ name, label, symbol, hint, steps }: AmountFieldProps) {
  const { getValues, setValue } = useFormContext<Record<string, string>>()

  function add(step: number): void {
    const sum = Math.round((Number(getValues(name)) || 0) * 100) + step * 100
    const text = sum % 100 === 0 ? String(sum / 100) : (sum / 100).toFixed(2)
    setValue(name, text, { shouldDirty: true, shouldValidate: true })
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
