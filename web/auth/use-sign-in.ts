import { useNavigate } from 'react-router'
import { signIn, takeLanding } from './sign-in.ts'

type Tokens = { accessToken: string; refreshToken: string }

/** Signs in with fresh tokens, then goes on to where the visitor was headed. */
export function useSignIn() {
  const navigate = useNavigate()
  return async (tokens: Tokens): Promise<void> => {
    const user = await signIn(tokens)
    if (user) await navigate(takeLanding(user), { replace: true })
  }
}
