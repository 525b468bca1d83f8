import { useEffect } from 'react'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'
import { isSignedIn } from '#web/state/session.ts'

/** Reloads if somebody signed in or out in another tab, because this page belongs to the previous user. */
function follow(): void {
  const isShownSignedIn = document.documentElement.dataset['session'] === 'in'
  if (isSignedIn() !== isShownSignedIn) window.location.reload()
}

export function useOtherTabs(): void {
  usePageRestored(follow)
  useEffect(() => {
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])
}
