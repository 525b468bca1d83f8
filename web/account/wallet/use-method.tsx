import { useState } from 'react'
import { METHOD_NAMES, type GatewayMethod } from '#contract/money/gateways.ts'
import { PAY_WITH } from '#web/features/payment/pay-with.ts'
import { RadioCard } from '#web/ui/form/choice/radio-card.tsx'

/** The choice between several methods. Null where there is nothing to choose. */
export function useMethod(methods: GatewayMethod[]) {
  const [wanted, setWanted] = useState<GatewayMethod | null>(null)
  if (methods.length < 2) return { method: null, choice: null }
  const method = wanted && methods.includes(wanted) ? wanted : methods[0]!
  return { method, choice: <MethodChoice methods={methods} chosen={method} onChoose={setWanted} /> }
}

type MethodChoiceProps = {
  methods: GatewayMethod[]
  chosen: GatewayMethod
  onChoose: (method: GatewayMethod) => void
}

const MethodChoice = ({ methods, chosen, onChoose }: MethodChoiceProps) => (
  <fieldset className="mb-5 grid gap-3">
    <legend className="sr-only">Payment mode</legend>
    {methods.map((method) => (
      <RadioCard
        key={method}
        group="method"
        title={METHOD_NAMES[method]}
        isChosen={method === chosen}
        onChoose={() => onChoose(method)}
        className="flex flex-wrap items-baseline justify-between gap-x-3"
      >
        {PAY_WITH[method]}
      </RadioCard>
    ))}
  </fieldset>
)
