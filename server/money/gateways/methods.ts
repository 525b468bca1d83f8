import type { Currency } from '#contract/core/money.ts'
import { gatewayMethods, type GatewayMethod, type GatewayName } from '#contract/money/gateways.ts'
import type { Gateways } from './gateways.ts'

/** The methods that the shop offers through a gateway. */
export function methodsOf(
  { offered }: Pick<Gateways, 'offered'>,
  name: GatewayName,
  currency: Currency,
): GatewayMethod[] {
  const [first, ...more] = gatewayMethods(name, currency)
  if (!first) return []
  return [first, ...more.filter((method) => currency === 'INR' && offered[name]?.includes(method))]
}

type Asked = { gateway: GatewayName; currency: Currency; method: GatewayMethod | null }

/** The method of a payment. Earlier versions stored none, and asked for the first method of the gateway. */
export const methodOf = ({ gateway, currency, method }: Asked): GatewayMethod =>
  method ?? gatewayMethods(gateway, currency)[0] ?? 'upi'
