import { useWatch } from 'react-hook-form'
import { listCountries, nameCountry } from '#contract/core/countries.ts'
import type { RiskCondition } from '#contract/orders/risk-rules.ts'
import { MultiSelectField } from '#web/ui/form/choice/multi-select-field.tsx'
import { TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'

const KINDS: { value: RiskCondition['is']; label: string }[] = [
  { value: 'first purchase', label: 'First purchase' },
  { value: 'new account', label: 'New account' },
  { value: 'amount', label: 'Amount of the order' },
  { value: 'orders', label: 'Number of orders' },
  { value: 'spend', label: 'Amount of all orders' },
  { value: 'accounts', label: 'Number of accounts' },
  { value: 'payer name', label: 'Payer has another name' },
  { value: 'country', label: 'Country of the player' },
]

const SUBJECTS = [
  { value: 'customer', label: 'Same customer' },
  { value: 'player', label: 'Same player' },
  { value: 'device', label: 'Same device' },
  { value: 'address', label: 'Same network address' },
  { value: 'payer', label: 'Same payer' },
]

const WINDOWS = [
  { value: '1', label: 'In an hour' },
  { value: '24', label: 'In 24 hours' },
  { value: '168', label: 'In 7 days' },
]

const SIDES = [
  { value: 'yes', label: 'Is one of' },
  { value: 'no', label: 'Is none of' },
]

const number = { inputMode: 'numeric', autoComplete: 'off', className: 'money' } as const

/** The fields of one condition. They depend on its kind. */
export function ConditionFields({ field }: { field: string }) {
  const kind = useWatch<Record<string, RiskCondition['is']>>({ name: `${field}.is` })
  const countries = listCountries().map((value) => ({ value, label: nameCountry(value) }))
  const isCounted = kind === 'orders' || kind === 'spend' || kind === 'accounts'
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <SelectField name={`${field}.is`} label="Kind" options={KINDS} />
      {isCounted && (
        <>
          <SelectField
            name={`${field}.by`}
            label="Counted by"
            options={kind === 'accounts' ? SUBJECTS.slice(1) : SUBJECTS}
          />
          <SelectField name={`${field}.window`} label="Period" options={WINDOWS} />
        </>
      )}
      {(kind === 'orders' || kind === 'accounts') && (
        <TextField name={`${field}.count`} label="This many or more" {...number} />
      )}
      {(kind === 'amount' || kind === 'spend') && (
        <TextField name={`${field}.rupees`} label="Rupees or more" {...number} />
      )}
      {kind === 'new account' && (
        <TextField name={`${field}.hours`} label="Younger than, in hours" {...number} />
      )}
      {kind === 'country' && (
        <>
          <SelectField name={`${field}.isIn`} label="The country" options={SIDES} />
          <MultiSelectField
            name={`${field}.countries`}
            label="Countries"
            noun="country"
            options={countries}
          />
        </>
      )}
    </div>
  )
}
