import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from './endpoint.ts'

/** One device on which somebody signed in. */
const Session = z.object({
  _id: z.string(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.iso.datetime(),
  refreshedAt: z.iso.datetime(), // when it was last used, to within five minutes
  isCurrent: z.boolean(), // the one that asks
})
export type Session = z.output<typeof Session>

/** Those in which one is signed in, the last used first. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  access: 'signed-in',
  message: '',
  input: NoInput,
  output: z.object({ sessions: z.array(Session) }),
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  access: 'signed-in',
  limit: 'account',
  message: 'That device is signed out',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** All but the one that asks. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'signed-in',
  limit: 'account',
  message: 'All other devices are signed out',
  input: NoInput,
  output: NoOutput,
})

/** With those that have ended, for the back office. */
const PastSession = Session.extend({
  endedAt: z.iso.datetime().nullable(), // null while it lives
  endReason: z.string().nullable(),
})
export type PastSession = z.output<typeof PastSession>

/** The latest hundred that the shop still knows of: those that were over a while ago are forgotten. */
export const listUserSessions = endpoint({
  method: 'GET',
  path: '/user/:id/sessions',
  access: 'admin',
  right: 'customers',
  message: '',
  input: z.strictObject({ id: Id }),
  output: z.object({ sessions: z.array(PastSession) }),
})

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/user/:id/sessions/:sessionId',
  access: 'admin',
  right: 'customers',
  message: 'The session has ended',
  input: z.strictObject({ id: Id, sessionId: Id }),
  output: NoOutput,
})

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/user/:id/sessions',
  access: 'admin',
  right: 'customers',
  message: 'All sessions have ended',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
