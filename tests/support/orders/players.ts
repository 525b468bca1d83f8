import type { Input } from '#contract/core/endpoint.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { signUp, signUpAdmin, type Member, type Person } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

type Sent = Partial<Input<typeof createGameDetail>>

/** Opens a shop with a customer who buys for players, and an administrator who makes the games. */
export async function openPlayers(t: Parameters<typeof openShop>[0], env: NodeJS.ProcessEnv = {}) {
  const shop = await openShop(t, { env })
  return withCustomer({ shop, admin: await signUpAdmin(shop) })
}

/** The same shop with a new customer who buys for players. */
export async function withCustomer({ shop, admin }: { shop: TestShop; admin: Member }) {
  const asha = await signUp(shop, 'Asha Rao')
  const makeDetail = ({ gameSlug }: Pick<FullGame, 'gameSlug'>, sent: Sent = {}) =>
    asha.call(createGameDetail, {
      playerId: '12345678',
      zoneId: '',
      itemSlug: '',
      ...sent,
      gameSlug,
    })
  return { shop, admin, asha, makeDetail }
}

export async function makePlayer(
  person: Person,
  { gameSlug, inputFieldTwo = '' }: Pick<FullGame, 'gameSlug'> & Partial<FullGame>,
  playerId = '123456789',
): Promise<string> {
  const player = { playerId, zoneId: inputFieldTwo ? '2001' : '', gameSlug, itemSlug: '' }
  const { status, data, message } = await person.call(createGameDetail, player)
  if (status !== 200) throw new Error(`${status}: ${message}`)
  return data._id
}
