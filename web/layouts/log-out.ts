import { logout } from '#contract/auth.ts'
import { call } from '#web/api/call.ts'
import { endSession } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'

/** This browser forgets the session whatever the server says; it may be out of reach. */
export async function logOut(): Promise<void> {
  await call(logout, {}).catch(() => null)
  toast('success', logout.message)
  endSession()
}
