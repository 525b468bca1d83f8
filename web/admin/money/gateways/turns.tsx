import {
  choosePaymentGateway,
  GATEWAY_TITLES,
  listPaymentGateways,
  type GatewayName,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import { useSend } from '#web/api/use-send.ts'

type StandInProps = { gateway: PaymentGateway; inUse: GatewayName; all: PaymentGateway[] }

/** Lets a gateway take new payments while the one in use is in trouble. A new one has the last turn. */
export function StandIn({ gateway, inUse, all }: StandInProps) {
  return (
    <TurnSwitch
      gateway={gateway}
      all={all}
      turn="standIn"
      label={`Stands in when ${GATEWAY_TITLES[inUse]} is in trouble`}
      toChoice={(standIns) => ({ active: inUse, standIns })}
    />
  )
}

type DollarProps = { gateway: PaymentGateway; inUse: GatewayName | null; all: PaymentGateway[] }

/** Lets a gateway take payments in dollars. The first one takes them all; the others stand in for it. */
export function TakesDollars({ gateway, inUse, all }: DollarProps) {
  return (
    <TurnSwitch
      gateway={gateway}
      all={all}
      turn="dollarTurn"
      label="Takes payments in dollars"
      toChoice={(dollars) => ({ active: inUse, dollars })}
    />
  )
}

type SwitchProps = {
  gateway: PaymentGateway
  all: PaymentGateway[]
  turn: 'standIn' | 'dollarTurn'
  label: string
  toChoice: (names: GatewayName[]) => {
    active: GatewayName | null
    standIns?: GatewayName[]
    dollars?: GatewayName[]
  }
}

function TurnSwitch({ gateway, all, turn, label, toChoice }: SwitchProps) {
  const send = useSend(choosePaymentGateway, { refetch: [listPaymentGateways] })
  const others = all
    .filter((one) => one[turn] !== null && one.name !== gateway.name)
    .toSorted((one, other) => one[turn]! - other[turn]!)
    .map(({ name }) => name)
  return (
    <label className="flex min-h-11 items-center gap-3 px-2 text-sm">
      <input
        type="checkbox"
        checked={gateway[turn] !== null}
        aria-disabled={send.isPending}
        onChange={({ target }) => {
          if (send.isPending) return
          send.mutate(toChoice(target.checked ? [...others, gateway.name] : others))
        }}
        className="size-5 shrink-0 accent-lantern-deep"
      />
      <span>
        <span className="sr-only">{gateway.title}: </span>
        {label}
      </span>
    </label>
  )
}
