import { useNavigate } from 'react-router'
import { signIn } from '#web/features/session/sign-in.ts'
import { takeLanding } from './take-landing.ts'

type Tokens = { accessToken: string; refreshToken: string }

/** Signs in with fresh tokens, then goes on to where the visitor was headed. */
export function useSignIn() {
  const navigate = useNavigate()
  return async (tokens: Tokens): Promise<void> => {
    const user = await signIn(tokens)
    if (user) await navigate(takeLanding(user), { replace: true })
  }
}
