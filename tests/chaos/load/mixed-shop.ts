import type { Endpoint } from '#contract/core/endpoint.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { GAMES } from '#tests/support/orders/deliveries.ts'
import { endow } from '#tests/support/money/ledger.ts'
import {
  createPerson,
  logIn,
  signUp,
  type Answer,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import {
  createApiClient,
  makeReseller,
  openApiClient,
} from '#tests/support/resellers/api-clients.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

/** Someone signed in once who uses all nodes in turn. */
export type Visitor = { member: Member; at: Person[] }

type Product = { item: FullItem; player: (of: Visitor) => string }

/** A shop with packs delivered by staff and by a supplier, sold to customers and to an API client. */
export type MixedShop = {
  admin: Visitor
  customers: Visitor[]
  apiClients: Person[] // one for each node
  byHand: Product
  bySupplier: Product
}

const STOCK = 10_000_000
const MONEY = 100_000_000_00
const PRICE = 100_00

export async function openMixedShop(setup: ChaosSetup, customers: number): Promise<MixedShop> {
  const { urls, sql } = setup
  const shop = { url: urls[0]!, sql }
  const admin = await signUp(shop, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  await answered(admin.call(choosePaymentGateway, { active: 'razorpay' }))
  const pack = { sellingPrice: PRICE, quantity: STOCK }
  const game = await makeGame(admin)
  const automatic = await makeGame(admin, { ...GAMES.unipin, apiName: 'unipin' })
  const items = {
    byHand: await makeItem(admin, game, pack),
    bySupplier: await makeItem(admin, automatic, { ...pack, serviceId: '1001' }),
  }
  const people = await Promise.all(
    Array.from({ length: customers }, async () => {
      const member = await signUp(shop, 'Asha Rao')
      await endow(sql, member.id, MONEY)
      return { member, at: atAll(setup, member) }
    }),
  )
  const reseller = await makeReseller(shop, admin, { INR: MONEY })
  const { headers } = await openApiClient(reseller)
  return {
    admin: { member: admin, at: atAll(setup, admin) },
    customers: people,
    apiClients: urls.map((url) => createApiClient(url, headers['x-api-key']!)),
    byHand: await sell(items.byHand, people),
    bySupplier: await sell(items.bySupplier, people),
  }
}

const atAll = ({ urls }: ChaosSetup, { tokens }: Member) =>
  urls.map((url) => createPerson(url, tokens))

/** Saves a player for each customer to buy for. */
async function sell(item: FullItem, people: Visitor[]): Promise<Product> {
  const players = new Map<Visitor, string>()
  const { gameSlug } = item
  for (const one of people) {
    const player = { playerId: '123456789', zoneId: '', gameSlug, itemSlug: '' }
    const { _id } = await answered(one.member.call(createGameDetail, player))
    players.set(one, _id)
  }
  return { item, player: (of) => players.get(of)! }
}

async function answered<E extends Endpoint>(asking: Promise<Answer<E>>) {
  const { status, data, message } = await asking
  if (status !== 200) throw new Error(message)
  return data
}

/** Renews all tokens before they expire, which would look like a fault of the shop. */
export async function signAllIn(
  { urls }: ChaosSetup,
  { admin, customers }: MixedShop,
): Promise<void> {
  for (const visitor of [admin, ...customers]) await signInAgain(visitor, urls[0]!) // many at once would be refused
}

/** Signs in again and gives the new token to all of this visitor's devices. A token lasts a quarter of an hour. */
export async function signInAgain({ member, at }: Visitor, url: string): Promise<void> {
  const again = await logIn(Object.assign({ ...member }, { url })).catch(() => null)
  if (again) for (const { tokens } of at) Object.assign(tokens!, again.tokens)
}
