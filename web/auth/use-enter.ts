import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'
import { takeReturnPath } from '#web/state/return-path.ts'
import { enter } from './enter.ts'

type Tokens = { accessToken: string; refreshToken: string }

/** Signs in with fresh tokens, then goes on to where the visitor was headed. */
export function useEnter() {
  const navigate = useNavigate()
  return async (tokens: Tokens): Promise<void> => {
    if (await enter(tokens)) await navigate(takeReturnPath() ?? paths.home, { replace: true })
  }
}
