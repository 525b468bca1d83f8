import type { Input } from '#contract/core/endpoint.ts'
import type { createGame, FullItem } from '#contract/catalogue/games.ts'
import type { Order, PlacedOrder } from '#contract/orders/orders.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { listDelivered } from '#tests/support/orders/deliveries.ts'
import { order, readOrder, type Buyer } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

/** Quiet Colosseum sells even while its players can't be looked up, and its supplier can't report on dispatches. */
const GAMES = {
  moonfall: {
    gameName: 'Moonfall Arena',
    apiName: 'unipin',
    givenGameName: 'mobile-legends',
    inputFieldTwo: 'Zone ID',
    isValidationRequired: true,
  },
  colosseum: {
    gameName: 'Quiet Colosseum',
    apiName: 'smileone',
    givenGameName: 'mobilelegends',
    inputFieldOne: 'Captain',
    inputFieldTwo: 'Sea',
    inputFieldTwoOption: ['Asia', 'Europe'],
  },
  lanterns: { gameName: 'Lanterns', apiName: 'manual' },
} satisfies Record<string, Partial<Input<typeof createGame>>>

type DeliveryShop = { admin: Member; packs: Record<keyof typeof GAMES, FullItem> }

export async function setUpDeliveryShop(shop: TestShop): Promise<DeliveryShop> {
  const admin = await signUpAdmin(shop)
  const open = async (fields: Partial<Input<typeof createGame>>) =>
    makeItem(admin, await makeGame(admin, fields), { itemName: '120 Opals', serviceId: '1001' })
  const packs = {
    moonfall: await open(GAMES.moonfall),
    colosseum: await open(GAMES.colosseum),
    lanterns: await open(GAMES.lanterns),
  }
  return { admin, packs }
}

type PurchaseInput = { pack: FullItem; playerId: string; zoneId?: string }

export async function savePlayer(
  asha: Member,
  { pack, playerId, zoneId = '' }: PurchaseInput,
): Promise<string> {
  const { gameSlug } = pack
  const answer = await asha.call(createGameDetail, { playerId, zoneId, gameSlug, itemSlug: '' })
  if (answer.status !== 200) throw new Error(answer.message)
  return answer.data._id
}

/** Buys through the API, and waits until the order is held for the given reason. */
export async function buy(
  buyer: Buyer,
  item: FullItem,
  heldFor: Order['heldFor'],
): Promise<PlacedOrder> {
  const { status, data, message } = await order(buyer, { item })
  if (status !== 200) throw new Error(message)
  const isSo = async () => (await readOrder(buyer, data._id)).heldFor === heldFor
  await until(`it waits for ${heldFor}`, isSo)
  return data
}

/** With its supplier failing, an unknown player is noticed only when a pack is ordered for them. */
export async function whileSupplierFails<T>(shop: TestShop, work: () => Promise<T>): Promise<T> {
  await breakOutside(shop, { target: GAMES.colosseum.apiName, kind: 'error' })
  const done = await work()
  await mendOutside(shop)
  return done
}

export const listDeliveredTo = async (shop: TestShop, player: string) =>
  (await listDelivered(shop)).filter(({ playerId }) => playerId === player)
