import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { Tokens } from './sessions.ts'
import { Email, INVALID_PHONE, Phone } from './people.ts'

const NO_CONTACT = 'Please enter your email or phone number'

const Guest = z
  .strictObject({
    email: Email(NO_CONTACT).exactOptional(),
    phone: Phone(NO_CONTACT, INVALID_PHONE).exactOptional(),
  })
  .refine(({ email, phone }) => (email === undefined) !== (phone === undefined), {
    error: NO_CONTACT,
    path: ['email'],
  })

/** An email or a phone number of India, typed into the same field. */
export const GuestContact = z.string().transform((typed, { issues }) => {
  const { data, error } = Guest.safeParse(tellApart(typed.trim()))
  if (data) return data
  issues.push({ code: 'custom', input: typed, message: error.issues[0]!.message })
  return z.NEVER
})

function tellApart(typed: string): z.input<typeof Guest> {
  if (!/^[\d\s()+-]+$/.test(typed)) return { email: typed }
  const digits = typed.replace(/\D/g, '')
  return { phone: /^(91|0)\d{10}$/.test(digits) ? digits.slice(-10) : digits }
}

/**
 * Begins a purchase without an account, with an email or a phone number. The session sees only what was bought with it.
 * Its money can be spent after somebody has proven the email or phone with an account.
 */
export const beginAsGuest = endpoint({
  method: 'POST',
  path: '/guest',
  access: 'anyone',
  limit: 'sign-in',
  message: '',
  input: Guest,
  output: Tokens,
})

/** Opens the order that a mail to a guest links to, on any device. */
export const openGuestOrder = endpoint({
  method: 'POST',
  path: '/guest/order',
  access: 'anyone',
  limit: 'sign-in',
  message: '',
  input: z.strictObject({ token: z.string().trim().max(200) }),
  output: Tokens.extend({ orderId: z.string() }),
})
