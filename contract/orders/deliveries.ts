import { z } from 'zod'
import { BareAnswer, endpoint, Id, NoInput } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { ImageFile } from '#contract/core/image-file.ts'
import { Order, OrderWithTimeline } from './orders.ts'
import { createGameDetail } from './players.ts'
import { Source } from '#contract/catalogue/sources.ts'

const { playerId, zoneId } = createGameDetail.input.shape

/**
 * Corrects the player of an order whose supplier did not know them. Possible once, while the order waits for it. The
 * order is then sent again.
 */
export const correctPlayer = endpoint({
  method: 'PUT',
  path: '/order/:id/player',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: 'Thank you. Your order is on its way again',
  input: z.strictObject({ id: Id, playerId, zoneId }),
  output: OrderWithTimeline,
})

/** Refunds the order instead of correcting the player. */
export const takeRefund = endpoint({
  method: 'POST',
  path: '/order/:id/refund',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: 'Your money is back in your wallet',
  input: z.strictObject({ id: Id }),
  output: OrderWithTimeline,
})

/**
 * Settles a delivery by hand, after a person delivered it or found out what happened. The note is for staff. Customers
 * read `message` and, if it was delivered, `proof`: a picture that shows it. `code` is what the customer redeems.
 * `refused` refunds the order, and is confirmed with the second factor.
 */
export const settleDelivery = endpoint({
  method: 'PUT',
  path: '/order/:id/delivery',
  access: 'admin',
  right: 'orders',
  body: 'multipart or json',
  message: 'Delivery settled',
  input: z.strictObject({
    id: Id,
    outcome: z.enum(['delivered', 'refused']),
    note: text(500).min(1, 'Please say what happened'),
    message: text(300).exactOptional(),
    code: text(2_000).exactOptional(), // one on each line; never shown in a list, a mail or the timeline
    proof: ImageFile.exactOptional(),
  }),
  output: OrderWithTimeline,
})

/** The staff member who has taken an order that waits for a person. Nobody else then works on it. */
export const Claim = z.object({
  _id: z.string(), // the administrator's
  fullName: z.string(),
  since: z.iso.datetime(),
})
export type Claim = z.output<typeof Claim>

/** Takes an order, or releases it. The claim ends with the order. */
export const claimOrder = endpoint({
  method: 'PUT',
  path: '/order/:id/claim',
  access: 'admin',
  right: 'orders',
  message: '',
  input: z.strictObject({ id: Id, isClaimed: z.boolean() }),
  output: z.object({ claim: Claim.nullable() }),
})

export const DispatchState = z.enum(['ready', 'sent', 'delivered', 'refused'])

/** A dispatch of a product to a supplier, as administrators see it. */
export const Dispatch = z.object({
  leg: z.int(),
  attempt: z.int(),
  provider: Source,
  providerTitle: z.string().default(''),
  reference: z.string(),
  serviceId: z.string(),
  state: DispatchState,
  providerOrderId: z.string().nullable(),
  words: z.string(), // the supplier's own words
  chosen: z.string(), // why this source, and which were passed over
  sentAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type Dispatch = z.output<typeof Dispatch>

/** Lists all dispatches of an order, and why each went to its supplier. */
export const listParcels = endpoint({
  method: 'GET',
  path: '/order/:id/delivery',
  access: 'admin',
  right: 'orders',
  message: '',
  input: z.strictObject({ id: Id }),
  output: z.object({
    dispatches: z.array(Dispatch),
    codes: z.object({
      count: z.int(),
      views: z.array(z.object({ at: z.iso.datetime(), by: z.string() })), // who saw them last
    }),
  }),
})

const Codes = z.object({ codes: z.array(z.string()) })

/** Shows the codes of the caller's own delivered order. Records who saw them, and when. */
export const showOrderCode = endpoint({
  method: 'POST',
  path: '/order/:id/code',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id }),
  output: Codes,
})

/** Shows the codes of any order, to staff. */
export const showOrderCodeAsAdmin = endpoint({
  method: 'POST',
  path: '/order/admin/:id/code',
  access: 'admin',
  right: 'orders',
  confirm: true,
  limit: 'account',
  message: '',
  input: z.strictObject({ id: Id }),
  output: Codes,
})

/**
 * Orders that wait for a person: their result is unknown, a part was refused, a person delivers them, or a risk rule
 * holds them.
 */
export const listWaiting = endpoint({
  method: 'GET',
  path: '/delivery/waiting',
  access: 'admin',
  right: 'orders',
  message: '',
  input: NoInput,
  output: z.object({
    waiting: z.array(
      z.object({
        order: Order,
        why: z.enum(['manual', 'unknown', 'part', 'no source', 'review']),
        since: z.iso.datetime(),
        claim: Claim.nullable(),
        dispatches: z.array(Dispatch),
      }),
    ),
  }),
})

/**
 * A supplier's callback. Most suppliers prove themselves only by the secret in the address. Each gets the answer that
 * it takes for "received".
 */
export const takeCallback = endpoint({
  method: 'POST',
  path: '/callback/:provider/:secret',
  access: 'anyone',
  body: 'raw',
  bare: true,
  message: '',
  input: z.strictObject({ provider: z.string().max(40), secret: z.string().max(100) }),
  output: BareAnswer,
})
