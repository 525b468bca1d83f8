import { z } from 'zod'

/** A text field; the message is for one that is missing or empty, and is then all that is said. */
export const required = (message: string) =>
  z.string(message).trim().min(1, { error: message, abort: true })

/**
 * What a form was opened with, beside what it changes. Sent along, the change is refused when somebody else has changed one
 * of these fields meanwhile; left out, nothing is compared.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- what it answers has the fields' own types
export const seen = <S extends z.ZodObject>(fields: S) => fields.partial().exactOptional()

/** A text field that may be left empty. */
export const text = (max: number) => z.string().trim().max(max, `At most ${max} characters`)

const NO_LINK = 'Please enter a link'

/** Another site, or nothing. */
export const SiteLink = z.union(
  [z.literal(''), z.url({ protocol: /^https?$/, error: NO_LINK })],
  NO_LINK,
)

/** A place in the shop, another site, or nothing. */
export const Link = z.union([SiteLink, z.string().regex(/^\/(?!\/)[^\s\\]*$/, NO_LINK)], NO_LINK)
