import { GATEWAY_TITLES, GATEWAYS } from '#contract/payments.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type Props = {
  label: string
  options: { value: string; label: string }[]
  value: string | undefined // nothing chosen is the first
  onChange: (value: string) => void
}

/** Which of a list one wants to see. */
export const Choice = ({ label, options, value = '', onChange }: Props) => (
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

const ANY_GATEWAY = [
  { value: '', label: 'Any' },
  ...GATEWAYS.map((name) => ({ value: name, label: GATEWAY_TITLES[name] })),
]

export const GatewayChoice = (props: Pick<Props, 'value' | 'onChange'>) => (
  <Choice label="Gateway" options={ANY_GATEWAY} {...props} />
)
