import type { GatewayMethod } from '#contract/money/gateways.ts'

/** The method that a payment page is limited to, from the gateway's own names. Undefined if it doesn't know one. */
export function limitedTo(
  names: unknown[],
  known: Record<string, GatewayMethod>,
): GatewayMethod | undefined {
  const methods = names.map((name) => known[String(name)])
  return methods.includes(undefined) ? undefined : methods[0]
}
