import { z } from 'zod'

/** A required text field. If it is missing or empty, the message is the only error. */
export const required = (message: string) =>
  z.string(message).trim().min(1, { error: message, abort: true })

/**
 * The values that a form was opened with, beside its changes. If they are sent, the change is refused when somebody
 * else has changed one of these fields meanwhile. Without them nothing is compared.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- what it answers has the fields' own types
export const seen = <S extends z.ZodObject>(fields: S) => fields.partial().exactOptional()

/** A text field that may be left empty. */
export const text = (max: number) => z.string().trim().max(max, `Enter at most ${max} characters`)

const NO_LINK = 'Please enter a link'

/** A link to another site, or empty. */
export const SiteLink = z.union(
  [z.literal(''), z.url({ protocol: /^https?$/, error: NO_LINK })],
  NO_LINK,
)

/** A path in the shop, a link to another site, or empty. */
export const Link = z.union([SiteLink, z.string().regex(/^\/(?!\/)[^\s\\]*$/, NO_LINK)], NO_LINK)

/** A boolean as text, for forms and addresses. */
export const YesNo = z.codec(z.enum(['true', 'false'], 'Please choose yes or no'), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
})
