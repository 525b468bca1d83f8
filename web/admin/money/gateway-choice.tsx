import { useGateways } from '#web/features/connectors/use-gateways.ts'
import { Choice, type ChoiceProps } from '#web/ui/form/choice/choice.tsx'

export function GatewayChoice(props: Pick<ChoiceProps, 'value' | 'onChange'>) {
  const gateways = useGateways().map(({ name, title }) => ({ value: name, label: title }))
  return <Choice label="Gateway" options={[{ value: '', label: 'Any' }, ...gateways]} {...props} />
}
