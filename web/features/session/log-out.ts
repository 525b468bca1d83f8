import { logout } from '#contract/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import { endSession } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'

/** Ends the session in this browser even if the server cannot be reached. */
export async function logOut(): Promise<void> {
  await call(logout, {}).catch(() => null)
  toast('success', logout.message)
  endSession()
}
