import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'

/** Tokens of a new session. The refresh token works once, for the next two. */
export const Tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })

/** A device on which a person signed in. */
const Session = z.object({
  _id: z.string(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.iso.datetime(),
  refreshedAt: z.iso.datetime(), // time of last use, to within five minutes
  isCurrent: z.boolean(), // the session that makes this call
})
export type Session = z.output<typeof Session>

/** Lists the sessions in which the caller is signed in, the last used first. */
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

/** Ends all sessions except the one that makes this call. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  access: 'signed-in',
  limit: 'account',
  message: 'All other devices are signed out',
  input: NoInput,
  output: NoOutput,
})

/** A session in the back office, which also lists ended ones. */
const PastSession = Session.extend({
  endedAt: z.iso.datetime().nullable(), // null while it is active
  endReason: z.string().nullable(),
})
export type PastSession = z.output<typeof PastSession>

/** Lists the latest hundred sessions. Sessions that ended a while ago are deleted. */
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
