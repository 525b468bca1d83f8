import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { checkRule, putPriceRule, type PriceRule } from '#contract/catalogue/suppliers/prices.ts'
import { TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'
import { numberText, numberTextOr } from '#web/admin/forms/field-schemas.ts'

const PAUSE_MS = 400

const { gameSlug: _, ...rule } = putPriceRule.input.shape

/** Parses the rule form by the rules of its endpoint. */
export const PriceRuleFormValues = z
  .strictObject({
    kind: rule.kind,
    margin: numberText(rule.margin),
    resellerMargin: numberTextOr(null, rule.resellerMargin),
    roundTo: numberText(rule.roundTo),
    roundMinus: numberText(rule.roundMinus),
    changeMax: numberText(rule.changeMax),
  })
  .superRefine(checkRule)

const KINDS = [
  { value: 'percent', label: 'Percent' },
  { value: 'fixed', label: 'Rupees' },
]

/** Reports the typed rule when typing pauses. Invalid rules are not reported. */
export function PriceFields({ onChange }: { onChange: (rule: PriceRule) => void }) {
  const { getValues } = useFormContext()
  const pause = useDebounce(PAUSE_MS)
  const look = () =>
    pause.thenRun(() => {
      const { data } = PriceRuleFormValues.safeParse(getValues())
      if (data) onChange(data)
    })
  return (
    <div className="grid gap-4" onChange={look}>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-3 xl:grid-cols-6">
        <SelectField name="kind" label="Margin in" options={KINDS} />
        <NumberField name="margin" label="Margin" />
        <NumberField name="resellerMargin" label="For resellers" />
        <NumberField name="roundTo" label="Round up to" before="₹" />
        <NumberField name="roundMinus" label="Then subtract" before="₹" />
        <NumberField name="changeMax" label="Accept changes up to (%)" />
      </div>
      <p className="max-w-prose text-sm text-soft">
        Without their own margin, resellers pay the normal price. When a cost changes by more than
        this, the pack is paused until someone accepts the new cost.
      </p>
    </div>
  )
}

type NumberFieldProps = { name: string; label: string; before?: string }

const NumberField = (props: NumberFieldProps) => (
  <TextField {...props} inputMode="decimal" autoComplete="off" className="money" />
)
