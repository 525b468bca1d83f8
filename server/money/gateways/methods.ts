import type { Currency } from '#contract/core/money.ts'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import type { Context } from '#server/context.ts'
import type { Gateways } from './gateways.ts'

type Deps = Pick<Context, 'connectors'>
type Able = Pick<GatewayConnector, 'methods' | 'currencies'>

const takes = ({ currencies }: Able, currency: Currency): boolean =>
  !currencies ||
  ('only' in currencies ? currencies.only.includes(currency) : !currencies.not.includes(currency))

/** The methods that the shop can ask a gateway for. Empty if it doesn't take the currency. */
export function gatewayMethods(able: Able, currency: Currency): readonly GatewayMethod[] {
  const { rupees, foreign } = able.methods
  return (currency === 'INR' ? rupees : takes(able, currency) ? foreign : undefined) ?? []
}

/** The methods of a gateway that the shop's owner may offer for rupees, besides the first one. */
export const moreMethodsOf = (able: Able): readonly GatewayMethod[] =>
  gatewayMethods(able, 'INR').slice(1)

type Way = { gateway: string; currency: Currency }

/** The methods that the shop offers through a gateway. Empty for a gateway that the shop no longer has. */
export function methodsOf(
  { connectors }: Deps,
  { offered }: Pick<Gateways, 'offered'>,
  { gateway, currency }: Way,
): GatewayMethod[] {
  const connector = connectors.gateways.get(gateway)
  const [first, ...more] = connector ? gatewayMethods(connector, currency) : []
  if (!first) return []
  const isOffered = (method: GatewayMethod) =>
    currency === 'INR' && offered[gateway]?.includes(method)
  return [first, ...more.filter(isOffered)]
}

/** The method of a payment. Version 0.1.0 stored none, and offered UPI alone. */
export const methodOf = ({ method }: { method: GatewayMethod | null }): GatewayMethod =>
  method ?? 'upi'
