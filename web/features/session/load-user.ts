import { forgetSession, isSignedIn, rememberUser } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'

const PASSING = ['BUG', 'BUSY', 'TOO_MANY_REQUESTS']

let loading: Promise<void> | null = null

/** Refreshes the remembered user, who may have changed since the last visit. */
export function loadUser(): Promise<void> {
  loading ??= askForUser().finally(() => {
    loading = null
  })
  return loading
}

async function askForUser(): Promise<void> {
  if (!isSignedIn()) return
  const { ApiError, fetchUser } = await import('./fetch-user.ts')
  try {
    rememberUser(await fetchUser())
  } catch (error) {
    if (!(error instanceof ApiError) || PASSING.includes(error.code)) return
    forgetSession()
    toast('error', error.message)
  }
}
