import { z } from 'zod'
import { endpoint, NoInput, NoOutput } from './endpoint.ts'

/** Whether somebody takes news by email. What concerns their orders and their account comes in any case. */
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

/** What stands in each email with news. It is good for one account, for ever, and cannot be made up. */
const token = z.string().trim().max(200)

/** Whose news it is about, as much of it as its owner knows again. */
const NewsOfAddress = NewsByMail.extend({ email: z.string() })

/** For the page that the link leads to: it changes nothing. */
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

/** What mail programs send when somebody presses "unsubscribe" in them: RFC 8058. */
export const unsubscribeAtOnce = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  access: 'anyone',
  body: 'raw',
  message: "You're unsubscribed from our newsletter",
  input: z.strictObject({ token }),
  output: NoOutput,
})

/** The same address, followed by those that know nothing of that: the page asks first. */
export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/unsubscribe',
  access: 'anyone',
  redirect: true,
  message: '',
  input: z.strictObject({ token }),
  output: z.string(),
})
