import { useNavigate } from 'react-router'
import { signIn } from '#web/features/session/sign-in.ts'
import { takeLanding } from './take-landing.ts'

type Tokens = { accessToken: string; refreshToken: string }

/** Signs in with fresh tokens, then goes on to where the visitor was headed, or else to the page for customers. */
export function useSignIn(forCustomers?: string) {
  const navigate = useNavigate()
  return async (tokens: Tokens): Promise<void> => {
    const user = await signIn(tokens)
    if (user) await navigate(takeLanding(user, forCustomers), { replace: true })
  }
}
