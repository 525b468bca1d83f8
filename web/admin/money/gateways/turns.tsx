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
    <ListSwitch
      gateway={gateway}
      isOn={gateway.standIn !== null}
      listed={inTurn(all, 'standIn')}
      label={`Stands in when ${GATEWAY_TITLES[inUse]} is in trouble`}
      toChoice={(standIns) => ({ active: inUse, standIns })}
    />
  )
}

type OwnProps = { gateway: PaymentGateway; inUse: GatewayName | null; all: PaymentGateway[] }

/** Lets a gateway take payments in dollars. The first one takes them all; the others stand in for it. */
export function TakesDollars({ gateway, inUse, all }: OwnProps) {
  return (
    <ListSwitch
      gateway={gateway}
      isOn={gateway.dollarTurn !== null}
      listed={inTurn(all, 'dollarTurn')}
      label="Takes payments in dollars"
      toChoice={(dollars) => ({ active: inUse, dollars })}
    />
  )
}

/** Lets customers pay by a UPI code on the shop's own page in place of the gateway's. */
export function ShowsUpiCodes({ gateway, inUse, all }: OwnProps) {
  return (
    <ListSwitch
      gateway={gateway}
      isOn={gateway.showsUpiCodes}
      listed={all.filter(({ showsUpiCodes }) => showsUpiCodes).map(({ name }) => name)}
      label="Shows its UPI code on your own page"
      toChoice={(upiCodes) => ({ active: inUse, upiCodes })}
    />
  )
}

const inTurn = (all: PaymentGateway[], turn: 'standIn' | 'dollarTurn'): GatewayName[] =>
  all
    .filter((one) => one[turn] !== null)
    .toSorted((one, other) => one[turn]! - other[turn]!)
    .map(({ name }) => name)

type SwitchProps = {
  gateway: PaymentGateway
  isOn: boolean
  listed: GatewayName[]
  label: string
  toChoice: (names: GatewayName[]) => {
    active: GatewayName | null
    standIns?: GatewayName[]
    dollars?: GatewayName[]
    upiCodes?: GatewayName[]
  }
}

/** Adds the gateway to the end of a list, or takes it out. */
function ListSwitch({ gateway, isOn, listed, label, toChoice }: SwitchProps) {
  const send = useSend(choosePaymentGateway, { refetch: [listPaymentGateways] })
  const others = listed.filter((name) => name !== gateway.name)
  return (
    <label className="flex min-h-11 items-center gap-3 px-2 text-sm">
      <input
        type="checkbox"
        checked={isOn}
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
