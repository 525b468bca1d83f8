import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { TextField } from '#web/ui/form/form.tsx'
import { RuleList } from '#web/admin/forms/rule-list.tsx'

/** Legal defaults of documents and returns, which change when the law does. */
export function ReturnRules() {
  return (
    <>
      <RuleList
        name="yearStarts"
        title="Financial years"
        one="Rule"
        added={{ from: '' }}
        addLabel="Add another beginning"
      >
        {(field) => (
          <TextField
            name={`${field}.from`}
            label="Years begin in the month of"
            hint="Such as 2027-01: from then on, a year begins every January. Documents get new numbers in each year."
            autoComplete="off"
          />
        )}
      </RuleList>
      <RuleList
        name="largeSales"
        title="Large sales in GSTR-1"
        one="Limit"
        added={{ from: '', above: '' }}
        addLabel="Add a limit"
      >
        {(field) => (
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <TextField name={`${field}.from`} label="From the month" autoComplete="off" />
            <TextField
              name={`${field}.above`}
              label="Listed one by one above, in rupees"
              inputMode="decimal"
              autoComplete="off"
              className="money"
            />
          </div>
        )}
      </RuleList>
      <ReturnFields />
    </>
  )
}

function ReturnFields() {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="sr-only">GST</legend>
      <h3 className="text-lg" aria-hidden>
        GST
      </h3>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          name="gstr1Version"
          label="Version of GSTR-1"
          hint="Of the government’s offline tool."
          autoComplete="off"
        />
        <TextField
          name="hsnDescription"
          label="What you sell"
          hint="Stands beside each SAC in GSTR-1."
          autoComplete="off"
        />
      </div>
      <CheckField
        name="hasEqualHalves"
        label="CGST and SGST are always equal, and the price without tax takes the odd paisa"
      />
    </fieldset>
  )
}
