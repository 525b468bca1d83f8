import {
  choosePaymentGateway,
  listPaymentGateways,
  METHOD_NAMES,
  type GatewayName,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { useSend } from '#web/api/use-send.ts'

type StandInProps = { gateway: PaymentGateway; inUse: GatewayName; all: PaymentGateway[] }

/** Lets a gateway take new payments while the one in use is in trouble. A new one has the last turn. */
export function StandIn({ gateway, inUse, all }: StandInProps) {
  return (
    <ListSwitch
      gateway={gateway}
      isOn={gateway.standIn !== null}
      listed={inTurn(all, 'standIn')}
      label={`Stands in when ${all.find(({ name }) => name === inUse)!.title} is in trouble`}
      toChoice={(standIns) => ({ active: inUse, standIns })}
    />
  )
}

type OwnProps = { gateway: PaymentGateway; inUse: GatewayName | null; all: PaymentGateway[] }

/** Lets a gateway take payments in other currencies than rupees. The first one takes them all; the others stand in for it. */
export function TakesForeign({ gateway, inUse, all }: OwnProps) {
  return (
    <ListSwitch
      gateway={gateway}
      isOn={gateway.foreignTurn !== null}
      listed={inTurn(all, 'foreignTurn')}
      label="Takes payments in other currencies"
      toChoice={(foreign) => ({ active: inUse, foreign })}
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

/** Methods that customers are offered besides UPI. Each must be activated for the account at the gateway. */
export const OffersMethods = ({ gateway, inUse }: Omit<OwnProps, 'all'>) => (
  <fieldset>
    <legend className="px-2 text-sm text-soft">
      Also offers, if activated for your account at {gateway.title}
    </legend>
    <div className="flex flex-wrap">
      {gateway.moreMethods.map((method) => (
        <Switch
          key={method}
          gateway={gateway}
          isOn={gateway.offered.includes(method)}
          label={METHOD_NAMES[method]}
          toChoice={(isOn) => {
            const others = gateway.offered.filter((one) => one !== method)
            const offered = { [gateway.name]: isOn ? [...others, method] : others }
            return { active: inUse, offered }
          }}
        />
      ))}
    </div>
  </fieldset>
)

const inTurn = (all: PaymentGateway[], turn: 'standIn' | 'foreignTurn'): GatewayName[] =>
  all
    .filter((one) => one[turn] !== null)
    .toSorted((one, other) => one[turn]! - other[turn]!)
    .map(({ name }) => name)

type Choice = Input<typeof choosePaymentGateway>
type ListProps = Omit<SwitchProps, 'toChoice' | 'gateway'> & {
  gateway: PaymentGateway
  listed: GatewayName[]
  toChoice: (names: GatewayName[]) => Choice
}

/** Adds the gateway to the end of a list, or takes it out. */
function ListSwitch({ listed, toChoice, ...rest }: ListProps) {
  const others = listed.filter((name) => name !== rest.gateway.name)
  return (
    <Switch
      {...rest}
      toChoice={(isOn) => toChoice(isOn ? [...others, rest.gateway.name] : others)}
    />
  )
}

type CheapestProps = { isOn: boolean; inUse: GatewayName | null }

/** Lets measured costs decide among the gateways that take a payment, in place of their order. */
export const CheapestFirst = ({ isOn, inUse }: CheapestProps) => (
  <div className="mt-4">
    <Switch
      isOn={isOn}
      label="Send each payment to the gateway where its method has cost least"
      toChoice={(cheapestFirst) => ({ active: inUse, cheapestFirst })}
    />
    <p className="px-2 text-sm text-soft">
      Costs are the fees in the settlements of the last 60 days. A gateway without settlements
      counts as costing the same as the one in use.
    </p>
  </div>
)

type SwitchProps = {
  gateway?: PaymentGateway
  isOn: boolean
  label: string
  toChoice: (isOn: boolean) => Choice
}

function Switch({ gateway, isOn, label, toChoice }: SwitchProps) {
  const send = useSend(choosePaymentGateway, { refetch: [listPaymentGateways] })
  return (
    <label className="flex min-h-11 items-center gap-3 px-2 text-sm">
      <input
        type="checkbox"
        checked={isOn}
        aria-disabled={send.isPending}
        onChange={({ target }) => {
          if (send.isPending) return
          send.mutate(toChoice(target.checked))
        }}
        className="size-5 shrink-0 accent-lantern-deep"
      />
      <span>
        {gateway && <span className="sr-only">{gateway.title}: </span>}
        {label}
      </span>
    </label>
  )
}
