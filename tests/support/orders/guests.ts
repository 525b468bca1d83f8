import { beginAsGuest, openGuestOrder } from '#contract/accounts/guests.ts'
import { verifyEmail } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import type { FullGame } from '#contract/catalogue/games.ts'
import { editOrder, listOrders } from '#contract/orders/orders.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { placeByUpi, untilOrder, type Buyer, type PackShop } from './orders.ts'
import { makePlayer } from './players.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { askByEmail } from '#tests/support/accounts/codes.ts'
import {
  createPerson,
  newEmail,
  type Member,
  type Person,
  type Tokens,
} from '#tests/support/accounts/people.ts'

/** Begins a purchase without an account, by email or phone, with a player to buy for. */
export async function beginGuest(
  { url }: Pick<TestShop, 'url'>,
  game: FullGame,
  contact = newEmail('Gita Guest'),
): Promise<Buyer> {
  const input = contact.includes('@') ? { email: contact } : { phone: contact }
  const { data, message } = await createPerson(url).call(beginAsGuest, input)
  if (!data) throw new Error(message)
  const guest = await enter(url, data, input.email ?? '')
  return Object.assign(guest, { gameDetailId: await makePlayer(guest, game) })
}

/** Proves an email by a code, which signs in to its account. */
export async function proveMailbox(
  shop: Pick<TestShop, 'url' | 'inbox' | 'visitor'>,
  email: string,
): Promise<Member> {
  const { data, message } = await shop.visitor.call(verifyEmail, await askByEmail(shop, email))
  if (!data) throw new Error(message)
  return enter(shop.url, data, email)
}

async function enter(url: string, { accessToken, refreshToken }: Tokens, email: string) {
  const tokens = { accessToken, refreshToken }
  const person = createPerson(url, tokens)
  const { data: user } = await person.call(getUser, {})
  const details: Member = Object.assign(person, {
    tokens,
    id: user._id,
    email,
    phone: '',
    password: '',
  })
  return details
}

/** Token of the link to an order in a mail's text. */
export const tokenIn = (text: string): string => /\/guest\?token=([\w-]+)/.exec(text)![1]!

export const openByLink = ({ url }: Pick<TestShop, 'url'>, token: string) =>
  createPerson(url).call(openGuestOrder, { token })

/** A guest who has paid for an order, which is on its way. */
export async function buyAsGuest(
  { shop, game, item }: PackShop,
  contact?: string,
): Promise<Buyer & { orderId: string }> {
  const guest = await beginGuest(shop, game, contact)
  const { id, url } = await placeByUpi(guest, { item })
  await payAt(shop, url)
  await untilOrder(guest, id, 'processing')
  return Object.assign(guest, { orderId: id })
}

export const endOrder = ({ admin }: PackShop, id: string, status: 'completed' | 'refunded') =>
  admin.call(editOrder, { id, status, note: 'Why', reference: '' })

export async function listOrderIds(person: Person): Promise<string[]> {
  const list = { page: 1, limit: 6, search: '', sort: '-createdAt' } as const
  const { data } = await person.call(listOrders, list)
  return data.orders.map(({ _id }) => _id)
}
