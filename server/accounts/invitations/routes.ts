import * as contract from '#contract/accounts/invitations.ts'
import { implement } from '#server/platform/http/implement.ts'
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  findInvitation,
  listInvitations,
} from './invitations.ts'

export const invitationRoutes = implement(contract, {
  createInvitation,
  listInvitations,
  deleteInvitation,
  findInvitation,
  acceptInvitation,
})
