import { requestJson } from '#connectors/request-json.ts'
import { connector } from '#connectors/suppliers/gemstall/connector.ts'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { toBlockList } from '#server/platform/public-network/addresses.ts'
import { createFetchPublic } from '#server/platform/public-network/fetch-public.ts'
import type { Person } from '#tests/support/accounts/people.ts'

const fetchPublic = createFetchPublic({ allowed: toBlockList(['loopback']) })

/** The shop of an API client as a supplier of another shop, which has this client's key. */
export const toSupplier = (
  { url, headers }: Pick<Person, 'url' | 'headers'>,
  credentials: Record<string, string> = {},
  now = Date.now,
): Supplier =>
  connector.create({
    addresses: {},
    credentials: { url, apiKey: headers['x-api-key']!, ...credentials },
    request: requestJson,
    log: { warn() {} },
    now,
    fetchPublic,
  })
