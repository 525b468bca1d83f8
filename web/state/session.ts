import type { OwnUser } from '#contract/accounts/users.ts'
import { forgetHandover } from './handover.ts'
import { NOTHING, useStore } from './store.ts'
import { carryToast, toast } from './toasts.ts'

type Tokens = { accessToken: string; refreshToken: string }

const LOGIN = '/login'

export const readTokens = () => ({
  accessToken: localStorage.getItem('accessToken'),
  refreshToken: localStorage.getItem('refreshToken'),
})

export const isSignedIn = (): boolean => readTokens().accessToken !== null

export function startSession({ accessToken, refreshToken }: Tokens): void {
  localStorage.setItem('accessToken', accessToken)
  localStorage.setItem('refreshToken', refreshToken)
  document.documentElement.dataset['session'] = 'in'
}

/** Signs this browser out and opens the sign-in page. A message can explain why. */
export function endSession({ message }: { message?: string } = {}): void {
  forgetSession()
  if (message) toast('error', message)
  carryToast()
  window.location.assign(LOGIN)
}

export function forgetSession(): void {
  localStorage.removeItem('accessToken')
  localStorage.removeItem('refreshToken')
  void forgetHandover()
  document.documentElement.dataset['session'] = 'out'
  useStore.setState({ currentUser: null, admin: NOTHING.admin })
}

/** Shows a waiting screen instead of the sign-in form while Google's answer is processed. */
export const showArrival = (isArriving: boolean): boolean =>
  document.documentElement.toggleAttribute('data-arriving', isArriving)

export const rememberUser = (currentUser: OwnUser) => useStore.setState({ currentUser })

export const useCurrentUser = (): OwnUser | null => useStore((state) => state.currentUser)
