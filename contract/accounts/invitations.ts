import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput, Right } from '#contract/core/endpoint.ts'
import { Email } from './people.ts'

export const INVITATION_DAYS = 7

const Invitation = z.object({
  _id: z.string(),
  email: z.string(),
  rights: z.array(Right),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Invitation = z.output<typeof Invitation>

const Token = z.string().trim().max(200)

/** Mails a link that makes the owner of an email staff. A new invitation replaces the one before. */
export const createInvitation = endpoint({
  method: 'POST',
  path: '/invitation',
  access: 'admin',
  confirm: true,
  message: 'Invitation sent',
  input: z.strictObject({
    email: Email('Enter an email'),
    rights: z.array(Right).min(1, 'Choose at least one right'),
  }),
  output: Invitation,
})

/** Lists the invitations that can still be accepted. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/invitation',
  access: 'admin',
  message: '',
  input: NoInput,
  output: z.array(Invitation),
})

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/invitation/:id',
  access: 'admin',
  message: 'Invitation withdrawn',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Reads the invitation behind the link in the mail. */
export const findInvitation = endpoint({
  method: 'POST',
  path: '/invitation/find',
  access: 'anyone',
  limit: 'sign-in',
  message: '',
  input: z.strictObject({ token: Token }),
  output: Invitation.pick({ email: true, rights: true, expiresAt: true }),
})

/** Makes the caller staff. Their account must have the invited email, and it must be verified. */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitation/accept',
  access: 'signed-in',
  limit: 'sign-in',
  message: 'You can open the back office now',
  input: z.strictObject({ token: Token }),
  output: NoOutput,
})
