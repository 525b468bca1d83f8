import type { GatewayConnector } from '#connectors/gateways/gateway.ts'
import type { Context } from '#server/context.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'

// Test accounts take play money, and customers would get real packs for it. Production refuses them unless allowed by
// name.

type Config = Context['config']['gateways']

export type TestSign = { field: string | null; words: string }

/**
 * Finds what marks an account as a test account. Null if nothing does, or if this shop allows test accounts of this
 * gateway.
 */
export function findTestSign(
  { addresses, testAllowed }: Config,
  { name, credentials: fields, testCredentials, ...connector }: GatewayConnector,
  credentials: Credentials,
): TestSign | null {
  if (testAllowed.includes(name)) return null
  const found = fields.find((field) =>
    testCredentials[field.name]?.test(credentials[field.name] ?? ''),
  )
  if (found) return { field: found.name, words: `the ${found.label} belongs to a test account` }
  const testHosts = Object.values(connector.addresses).flatMap(({ testHosts = [] }) => testHosts)
  const hosts = Object.values(addresses[name] ?? {}).map((address) => new URL(address).hostname)
  const host = hosts.find((one) => testHosts.includes(one))
  return host ? { field: null, words: `${host} is for tests` } : null
}

/** Advice that follows "Missing: ". */
export const tellLiveAccount = ({ name }: GatewayConnector, { words }: TestSign): string =>
  `a live account (${words}; to use it anyway, set ALLOW_TEST_GATEWAYS=${name})`

/** Logs at start-up, where the person who set the environment can read it. */
export function warnOfTestAccounts({
  config,
  log,
  connectors,
}: Pick<Context, 'config' | 'log' | 'connectors'>): void {
  for (const connector of connectors.gateways.values()) {
    const { name, title } = connector
    const credentials = config.gateways.credentials[name] ?? {}
    const sign =
      Object.keys(credentials).length > 0 && findTestSign(config.gateways, connector, credentials)
    if (sign)
      log.error(
        { gateway: name },
        `${title} takes no payments. Missing: ${tellLiveAccount(connector, sign)}`,
      )
  }
}
