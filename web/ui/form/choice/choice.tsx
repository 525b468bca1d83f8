import { Field } from '#web/ui/form/field.tsx'
import { Select } from './select.tsx'

export type ChoiceProps = {
  label: string
  options: { value: string; label: string }[]
  value: string | undefined // undefined shows the first option
  onChange: (value: string) => void
}

/** A labelled select that filters a list. */
export const Choice = ({ label, options, value = '', onChange }: ChoiceProps) => (
  <Field label={label}>
    {({ id }) => (
      <Select
        id={id}
        options={options}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
