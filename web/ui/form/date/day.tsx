import { DateInput } from './date-input.tsx'
import { Field } from '#web/ui/form/field.tsx'

type Props = { label: string; value: string | undefined; onChange: (day: string) => void }

/** A labelled date input that filters a list. */
export const Day = ({ label, value = '', onChange }: Props) => (
  <Field label={label}>
    {({ id }) => <DateInput id={id} label={label} value={value} onChange={onChange} />}
  </Field>
)
