import { Field } from './field.tsx'
import { Select } from './select.tsx'

export type ChoiceProps = {
  label: string
  options: { value: string; label: string }[]
  value: string | undefined // nothing chosen is the first
  onChange: (value: string) => void
}

/** Which of a list one wants to see. */
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
