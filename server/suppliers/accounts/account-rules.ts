import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { Context } from '#server/context.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import { toBlockList } from '#server/platform/public-network/addresses.ts'
import { checkUrl } from '#server/platform/public-network/check-url.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Deps = Pick<Context, 'config'>

/**
 * Finds the credential that marks a test account, which delivers nothing. Customers would pay for it. Null outside of
 * production.
 */
function findTestSign(
  { config }: Deps,
  { credentials: fields, testCredentials = {} }: SupplierConnector,
  credentials: Credentials,
) {
  if (!config.isProduction) return null
  return fields.find(({ name }) => testCredentials[name]?.test(credentials[name] ?? '')) ?? null
}

/** Words that follow "Missing: " for a test account. Null for any other. */
export function findLackOfLive(
  deps: Deps,
  connector: SupplierConnector,
  credentials: Credentials,
): string | null {
  const sign = findTestSign(deps, connector, credentials)
  return sign && `a live account (the ${sign.label} belongs to a test account)`
}

/** Refuses test accounts, and addresses that the shop must not call. Empty values are allowed: they remove a field. */
export function refuseUnusable(
  deps: Deps,
  connector: SupplierConnector,
  change: Credentials,
): void {
  const sign = findTestSign(deps, connector, change)
  if (sign) {
    const message = `${connector.title} needs a live account. This ${sign.label} belongs to a test account`
    throw new Refusal('TEST_CREDENTIALS', { field: `credentials.${sign.name}`, message })
  }
  const { isProduction, webhookPrivateAllowed } = deps.config
  const allowed = toBlockList(webhookPrivateAllowed)
  for (const { name, isAddress } of connector.credentials) {
    if (!isAddress || !change[name]) continue
    const refuse = (message: string) =>
      new Refusal('ADDRESS_REFUSED', { field: `credentials.${name}`, message })
    checkUrl(change[name], { isProduction, allowed, refuse })
  }
}
