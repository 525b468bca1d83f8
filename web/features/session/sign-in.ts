import { getUser, type OwnUser } from '#contract/accounts/users.ts'
import { call } from '#web/api/call.ts'
import { forgetSession, rememberUser, startSession } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'

type Tokens = { accessToken: string; refreshToken: string }

/** Stores the tokens and loads the user. If loading fails, it forgets the session and returns null. */
export async function signIn(tokens: Tokens): Promise<OwnUser | null> {
  startSession(tokens)
  try {
    const user = await call(getUser, {})
    rememberUser(user)
    return user
  } catch (error) {
    forgetSession()
    toast('error', (error as Error).message)
    return null
  }
}
