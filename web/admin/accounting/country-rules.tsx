import { listCountries, nameCountry } from '#contract/core/countries.ts'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { RuleList } from '#web/admin/forms/rule-list.tsx'

const ADDED = { country: 'GB', name: 'VAT', percent: '20', taxId: '', isReversed: true }

/** Countries, besides the shop's own, where it collects tax. */
export function CountryRules() {
  const options = listCountries().map((value) => ({ value, label: nameCountry(value) }))
  return (
    <RuleList
      name="countries"
      title="Other countries where you are registered"
      one="Country"
      added={ADDED}
      addLabel="Add a country"
    >
      {(field) => (
        <>
          <div className="grid items-start gap-3 sm:grid-cols-4">
            <SelectField name={`${field}.country`} label="Country" options={options} />
            <TextField name={`${field}.name`} label="Name of the tax" autoComplete="off" />
            <TextField
              name={`${field}.percent`}
              label="Percent"
              inputMode="decimal"
              autoComplete="off"
              className="money"
            />
            <TextField name={`${field}.taxId`} label="Your tax number there" autoComplete="off" />
          </div>
          <CheckField
            name={`${field}.isReversed`}
            label="Businesses with a tax number owe the tax themselves"
          />
        </>
      )}
    </RuleList>
  )
}
