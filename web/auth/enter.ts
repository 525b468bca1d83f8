import { getUser } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { forgetSession, rememberUser, startSession } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'

type Tokens = { accessToken: string; refreshToken: string }

/** Keeps the tokens, then asks who this is. False when that fails: nobody is half signed in. */
export async function enter(tokens: Tokens): Promise<boolean> {
  startSession(tokens)
  try {
    rememberUser(await call(getUser, {}))
    return true
  } catch (error) {
    forgetSession()
    toast('error', (error as Error).message)
    return false
  }
}
