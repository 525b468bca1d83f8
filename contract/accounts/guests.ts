import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { Tokens } from './sessions.ts'
import { Email } from './people.ts'

/**
 * Begins a purchase without an account. The session sees only what was bought with it. Its money can be spent after
 * somebody has proven the email, by signing in with a code.
 */
export const beginAsGuest = endpoint({
  method: 'POST',
  path: '/guest',
  access: 'anyone',
  limit: 'sign-in',
  message: '',
  input: z.strictObject({ email: Email('Please enter your email') }),
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
