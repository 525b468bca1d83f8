import { z } from 'zod'
import { endpoint, NoInput, NoOutput } from '#contract/core/endpoint.ts'

/** The newsletter setting of a person. Mails about orders and the account are sent in any case. */
const NewsByMail = z.object({ isOn: z.boolean() })

export const getNewsByMail = endpoint({
  method: 'GET',
  path: '/user/news',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: NewsByMail,
})

export const editNewsByMail = endpoint({
  method: 'PUT',
  path: '/user/news',
  access: 'signed-in',
  limit: 'account',
  message: 'Saved',
  input: z.strictObject({ isOn: z.boolean() }),
  output: NewsByMail,
})

/** Token in each newsletter mail. It works for one account, without an end, and cannot be forged. */
const token = z.string().trim().max(200)

/** The setting with a masked email that only its owner recognizes. */
const NewsOfAddress = NewsByMail.extend({ email: z.string() })

/** Reads the setting for the page behind the link. Changes nothing. */
export const findNewsOfLink = endpoint({
  method: 'GET',
  path: '/news-by-mail',
  access: 'anyone',
  message: '',
  input: z.strictObject({ token }),
  output: NewsOfAddress,
})

export const editNewsOfLink = endpoint({
  method: 'POST',
  path: '/news-by-mail',
  access: 'anyone',
  message: '',
  input: z.strictObject({ token, isOn: z.boolean() }),
  output: NewsOfAddress,
})

/** Handles the one-click "unsubscribe" of mail programs: RFC 8058. */
export const unsubscribeAtOnce = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  access: 'anyone',
  body: 'raw',
  message: 'You’re unsubscribed from our newsletter',
  input: z.strictObject({ token }),
  output: NoOutput,
})

/** Opens the same address in a browser, for mail programs without one-click. The page asks first. */
export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/unsubscribe',
  access: 'anyone',
  redirect: true,
  message: '',
  input: z.strictObject({ token }),
  output: z.string(),
})
