import {
  choosePaymentGateway,
  GATEWAY_TITLES,
  listPaymentGateways,
  type GatewayName,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import { useSend } from '#web/api/use-send.ts'

type Props = {
  gateway: PaymentGateway
  inUse: GatewayName
  standIns: PaymentGateway[] // by turn
}

/** Lets a gateway take new payments while the one in use is in trouble. A new one has the last turn. */
export function StandIn({ gateway: { name, title, standIn }, inUse, standIns }: Props) {
  const send = useSend(choosePaymentGateway, { refetch: [listPaymentGateways] })
  const others = standIns.flatMap((one) => (one.name === name ? [] : [one.name]))
  return (
    <label className="flex min-h-11 items-center gap-3 px-2 text-sm">
      <input
        type="checkbox"
        checked={standIn !== null}
        aria-disabled={send.isPending}
        onChange={({ target }) => {
          if (send.isPending) return
          send.mutate({ active: inUse, standIns: target.checked ? [...others, name] : others })
        }}
        className="size-5 shrink-0 accent-lantern-deep"
      />
      <span>
        <span className="sr-only">{title}: </span>
        Stands in when {GATEWAY_TITLES[inUse]} is in trouble
      </span>
    </label>
  )
}
