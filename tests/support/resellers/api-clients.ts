import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createApiKey } from '#contract/resellers/api-keys.ts'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/money.ts'
import { API_ERRORS, getApiStatement, placeApiOrder } from '#contract/resellers/reseller.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import {
  createPerson,
  signUp,
  signUpAdmin,
  type Answer,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

type Money = Partial<Record<Currency, number>>

/** Makes a reseller with money. */
export async function makeReseller(
  shop: Pick<TestShop, 'url' | 'sql'>,
  admin: Person,
  money: Money = { INR: 1_000_00, USD: 100_0000 },
): Promise<Member> {
  const reseller = await signUp(shop, 'Ravi Reseller')
  await proveEmail(shop, reseller)
  await admin.call(editUserAsAdmin, { id: reseller.id, role: 'reseller' })
  for (const [currency, amount] of Object.entries(money))
    if (amount > 0) await endow(shop.sql, reseller.id, amount, currency as Currency)
  return reseller
}

/** Creates an API client with a key. */
export function createApiClient(url: string, apiKey: string): Person {
  const apiClient = createPerson(url)
  apiClient.headers = { 'x-api-key': apiKey }
  return apiClient
}

/** Creates an API client with a new key of the reseller: live and with all scopes by default. */
export async function openApiClient(
  reseller: Member,
  fields: Partial<Input<typeof createApiKey>> = {},
): Promise<Person> {
  const { data, message } = await reseller.call(createApiKey, {
    name: 'Program',
    scopes: ['read', 'orders', 'webhooks'],
    allowedNetworks: [],
    isTest: false,
    ...fields,
  })
  if (!data) throw new Error(message)
  return createApiClient(reseller.url, data.apiKey)
}

type ApiOrderInput = Partial<Input<typeof placeApiOrder>> & { productId: string }

/** Sends one order, under a new reference by default. */
export const orderByApiClient = (apiClient: Person, input: ApiOrderInput) =>
  apiClient.call(placeApiOrder, {
    playerId: '123456789',
    zoneId: '',
    currency: 'INR',
    reference: randomUUID(),
    ...input,
  })

/** The same API client, sending an idempotency key. */
export const withKey = (apiClient: Person, key: string): Person => {
  const other = createPerson(apiClient.url)
  other.headers = { ...apiClient.headers, 'idempotency-key': key }
  return other
}

const codes = new Set<string>(API_ERRORS.map(({ code }) => code))

/** Checks that a refusal is documented and says how to react. Returns its status and code. */
export function refusalOf({ status, code, reply }: Answer<Endpoint>) {
  assert.ok(!reply.success && code && codes.has(code), `${status} ${code}`)
  assert.ok(reply.requestId && reply.isRetryable !== undefined && reply.canFix !== undefined)
  return [status, code]
}

/** Opens a shop with one pack, for 100 rupees, or 90 for resellers. `enter` adds a reseller with an API client. */
export async function openResale(t: Parameters<typeof openShop>[0], env: NodeJS.ProcessEnv = {}) {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '100000', ...env } })
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin)
  const item = await makeItem(admin, game, { resellerSellingPrice: 90_00, costPrice: 70_00 })
  const enter = async (money?: Money, fields?: Parameters<typeof openApiClient>[1]) => {
    const reseller = await makeReseller(shop, admin, money)
    return { reseller, apiClient: await openApiClient(reseller, fields) }
  }
  const end = (id: string, status: 'completed' | 'failed' | 'refunded') =>
    admin.call(editOrder, { id, status, note: '', reference: '' })
  return { shop, admin, game, item, productId: item._id, enter, end }
}

/** Reads a whole statement, two lines per page. */
export async function readLines(apiClient: Person, currency: Currency = 'INR') {
  const read: Answer<typeof getApiStatement>[] = []
  for (let after: number | null = 0; after !== null; after = read.at(-1)!.data.next)
    read.push(await apiClient.call(getApiStatement, { currency, limit: 2, after }))
  return read.flatMap(({ data }) => data.lines)
}

type StoredEvent = { type: string; version: number; isTest: boolean; data: Record<string, unknown> }

/** Lists the API events of an order, oldest first. */
export const readEvents = ({ sql }: Pick<TestShop, 'sql'>, id: string) => sql<StoredEvent[]>`
  select type, version, is_test, data from webhook_event where subject_id = ${id} order by version`
