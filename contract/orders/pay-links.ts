import { z } from 'zod'
import { SlugSought } from '#contract/catalogue/catalog.ts'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'

export const PAY_LINK_DAYS = 7

/** An order that waits for its payment holds the link. When it ends unpaid, or is refunded, the link is open again. */
export const PayLinkState = z.enum(['open', 'paying', 'paid', 'expired', 'withdrawn'])
export type PayLinkState = z.output<typeof PayLinkState>

/** Token of a link. The order calls take it too. */
export const PayLinkToken = z.string().trim().max(100)

const link = {
  gameSlug: z.string(),
  gameName: z.string(),
  itemSlug: z.string(),
  itemName: z.string(),
  /** Null if whoever pays chooses the player. */
  player: z.object({ playerId: z.string(), zoneId: z.string(), userName: z.string() }).nullable(),
  message: z.string(),
  state: PayLinkState,
  expiresAt: z.iso.datetime(),
}

export const PayLink = z.object({
  _id: z.string(),
  ...link,
  url: z.string(),
  createdAt: z.iso.datetime(),
})
export type PayLink = z.output<typeof PayLink>

/** Makes a link by which anybody can pay for this pack, once, within a week. */
export const createPayLink = endpoint({
  method: 'POST',
  path: '/pay-link',
  access: 'signed-in',
  limit: 'account',
  message: '',
  input: z.strictObject({
    gameSlug: SlugSought,
    itemSlug: SlugSought,
    gameDetailId: Id.nullable().default(null), // null lets whoever pays choose the player
    message: text(200).default(''),
  }),
  output: PayLink,
})

/** Lists the caller's links of the last weeks, the newest first. */
export const listPayLinks = endpoint({
  method: 'GET',
  path: '/pay-link',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: z.array(PayLink),
})

/** Withdraws a link. An order that was placed by it stays. */
export const withdrawPayLink = endpoint({
  method: 'DELETE',
  path: '/pay-link/:id',
  access: 'signed-in',
  limit: 'account',
  message: 'The link is withdrawn',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Shows a link to whoever has it. The name is the first name of who made it. */
export const openPayLink = endpoint({
  method: 'GET',
  path: '/pay-for',
  access: 'anyone',
  message: '',
  input: z.strictObject({ token: PayLinkToken }),
  output: z.object({ ...link, fname: z.string() }),
})
