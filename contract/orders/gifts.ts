import { z } from 'zod'
import { Email } from '#contract/accounts/people.ts'
import { text } from '#contract/core/fields.ts'

const LINK = /http|www\.|:\/\//i
const NO_LINKS = 'A message can’t contain links. Please remove “http”, “www.” and “://”'

/** Other spellings of the same letters, such as full-width ones, may become links in a mail program too. */
const hasLink = (message: string): boolean => LINK.test(message.normalize('NFKC'))

/** The friend who gets a mail when the order is delivered. A link from a stranger would be spam, so it is refused. */
export const Gift = z.strictObject({
  email: Email('Enter your friend’s email'),
  message: text(200)
    .refine((message) => !hasLink(message), NO_LINKS)
    .default(''),
})
export type Gift = z.output<typeof Gift>
