import { GATEWAY_TITLES, GATEWAYS } from '#contract/money/payments.ts'
import { Choice, type ChoiceProps } from '#web/ui/form/choice/choice.tsx'

const ANY_GATEWAY = [
  { value: '', label: 'Any' },
  ...GATEWAYS.map((name) => ({ value: name, label: GATEWAY_TITLES[name] })),
]

export const GatewayChoice = (props: Pick<ChoiceProps, 'value' | 'onChange'>) => (
  <Choice label="Gateway" options={ANY_GATEWAY} {...props} />
)
