import { createApiKey } from '#contract/resellers/api-keys.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { listOrders, placeUpiOrder, placeWalletOrder } from '#contract/orders/orders.ts'
import { createApiQuote, getApiBalance, placeApiOrder } from '#contract/resellers/reseller.ts'
import { listOwnSessions } from '#contract/accounts/sessions.ts'
import { createIssue } from '#contract/backoffice/support.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { listWebhookDeliveries } from '#contract/resellers/webhook-deliveries.ts'
import { createWebhook } from '#contract/resellers/webhooks.ts'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { checkBulk, startBulk } from '#contract/resellers/bulk.ts'
import { createPayLink } from '#contract/orders/pay-links.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { toMajor } from '#contract/core/money.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import {
  logIn,
  newPhone,
  type Answer,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import { makeReseller, openApiClient } from '#tests/support/resellers/api-clients.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { AdminSetup } from './callers.ts'
import type { Kind } from './ids-of-calls.ts'

export type Owner = {
  member: Member
  /** The reseller's API client, and another in test mode. */
  apiClient: Person
  testClient: Person
  has: Partial<Record<Kind, string[]>>
  /** Texts that belong to this owner alone, wherever they may show up. */
  words: string[]
}

const PAGE = { page: 1, limit: 10, search: '' }

async function get<E extends Endpoint>(who: Person, endpoint: E, input: Input<E>) {
  const answer: Answer<E> = await who.call(endpoint, input)
  if (answer.status !== 200) throw new Error(`${endpoint.path}: ${answer.status} ${answer.message}`)
  return answer.data
}

/** Makes a reseller who has one of everything that a person can have. */
export async function makeOwner(
  adminSetup: AdminSetup,
  item: FullItem,
  listenAt: string,
): Promise<Owner> {
  const url = adminSetup.urls[0]!
  const member = await makeReseller({ url, sql: adminSetup.sql }, adminSetup.admin)
  const apiClient = await openApiClient(member)
  const testClient = await openApiClient(member, { isTest: true })
  const spare = await get(member, createApiKey, {
    name: `key of ${member.phone}`,
    scopes: ['read'],
    allowedNetworks: [],
    isTest: false,
  })
  await get(testClient, getApiBalance, {}) // creates the test mode wallet
  await logIn(member)
  const { sessions } = await get(member, listOwnSessions, {})
  const [webhook, second] = [await listen(member, listenAt), await listen(member, listenAt)]
  const bought = await buy(member, apiClient, item)
  await get(member, createIssue, { issueType: 'other', message: `issue of ${member.phone}` })
  const { deliveries } = await get(member, listWebhookDeliveries, { id: webhook._id, ...PAGE })
  const has: Owner['has'] = {
    ...bought,
    session: sessions.filter(({ isCurrent }) => !isCurrent).map(({ _id }) => _id),
    key: [spare.key._id],
    webhook: [webhook._id, second._id],
    delivery: deliveries.map(({ _id }) => _id),
    factor: await addFactor(adminSetup, member),
  }
  const payments = await adminSetup.sql<{ id: string; reference: string }[]>`
    select id, reference from payment where user_id = ${member.id} order by created_at, id`
  has.document = await untilIssued(adminSetup.sql, member.id)
  has['top-up'] = payments.slice(-1).map(({ reference }) => reference)
  const own = [member.id, member.email, member.phone, webhook.url, spare.apiKey]
  const words = [...own, ...payments.flatMap(Object.values), ...Object.values(has).flat()]
  return { member, apiClient, testClient, has, words: [...new Set(words)] }
}

/** Waits for the invoice of an order, and returns the numbers of all documents. */
async function untilIssued(sql: Sql, userId: string): Promise<string[]> {
  const read = () =>
    sql<{ number: string }[]>`select number from document where user_id = ${userId}`
  await until('the order has its invoice', async () => (await read()).length > 0)
  return (await read()).map(({ number }) => number)
}

const listen = (member: Member, url: string) =>
  get(member, createWebhook, {
    name: `webhook of ${member.phone}`,
    url: `${url}/${member.phone}`,
    events: [],
    isTest: false,
  })

async function buy(member: Member, apiClient: Person, { _id: productId, ...item }: FullItem) {
  const { gameSlug, itemSlug } = item
  const playerId = newPhone()
  const player = await get(member, createGameDetail, { playerId, zoneId: '', gameSlug, itemSlug })
  const chosen = { gameSlug, itemSlug, gameDetailId: player._id }
  const options = { ...chosen, couponCode: '' }
  const payLink = await get(member, createPayLink, { ...chosen, message: '' })
  await get(member, placeWalletOrder, { ...options, currency: 'INR' })
  await get(member, placeUpiOrder, options)
  const { orders } = await get(member, listOrders, { ...PAGE, sort: '-createdAt' })
  const quote = await get(apiClient, createApiQuote, { productId, currency: 'INR' })
  const reference = `order-of-${member.phone}`
  const order = await get(apiClient, placeApiOrder, {
    productId,
    playerId,
    zoneId: '',
    reference,
    currency: 'INR',
  })
  const bulk = await placeBulk(member, `${productId},${playerId},,bulk-of-${member.phone}`)
  await get(member, addMoney, { amount: 500_00 })
  return {
    order: orders.map(({ _id }) => _id),
    'program order': [order._id],
    reference: [reference],
    quote: [quote._id],
    player: [player._id],
    'pay link': [payLink._id],
    bulk: [bulk],
  } satisfies Owner['has']
}

async function placeBulk(member: Member, line: string): Promise<string> {
  const csv = `productId,playerId,zoneId,reference\n${line}`
  const file = { csv, currency: 'INR' as const, isTest: false }
  const { total } = await get(member, checkBulk, file)
  const bulk = await get(member, startBulk, {
    ...file,
    name: 'a.csv',
    totalMax: toMajor(total, 'INR'),
  })
  return bulk._id
}

async function addFactor({ sql }: AdminSetup, owner: Member): Promise<string[]> {
  await setUpApp(owner)
  const factors = await sql<{ id: string }[]>`
    select id from second_factor where user_id = ${owner.id}`
  return factors.map(({ id }) => id)
}
