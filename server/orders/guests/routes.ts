import * as contract from '#contract/accounts/guests.ts'
import { beginAsGuest } from '#server/accounts/auth/begin-as-guest.ts'
import { implement } from '#server/platform/http/implement.ts'
import { openGuestOrder } from './open-guest-order.ts'

export const guestRoutes = implement(contract, { beginAsGuest, openGuestOrder })
