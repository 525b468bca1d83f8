import { variableOf } from '#connectors/variable-of.ts'
import { findTwins, type Twin } from './find-twins.ts'

/** The gateways that the sandbox plays. */
export const GATEWAY_TWINS = await findTwins('gateways')

/** The environment that points a shop's adapter at its twin. */
export const toEnvironment = (
  { name, credentials, addresses }: Twin,
  sandboxUrl: string,
): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(addresses).map(([field, path]) => [
      variableOf(name, field),
      `${sandboxUrl}${path}`,
    ]),
    ...Object.entries(credentials).map(([field, value]) => [variableOf(name, field), value]),
  ])
