import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '#web/state/store.ts'
import { forgetToast } from '#web/state/toasts.ts'
import { useOnFirstUse } from '#web/ui/hooks/use-on-first-use.ts'

const fetchToaster = () => import('#web/ui/toaster/toaster.tsx')
const Toaster = lazy(async () => ({ default: (await fetchToaster()).Toaster }))

const SHOP = { position: 'top-right', theme: 'light' } as const
const BACK_OFFICE = { position: 'bottom-center', theme: 'dark' } as const

/**
 * Shows the messages of the whole app. The code loads with the first interaction and stays mounted after the first
 * message.
 */
export function Toasts() {
  const entries = useStore((state) => state.toast)
  useOnFirstUse(fetchToaster)
  const isBackOffice = useLocation().pathname.startsWith('/admin')
  const [isNeeded, setNeeded] = useState(false)
  if (entries.length > 0 && !isNeeded && navigator.onLine) setNeeded(true)
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toaster entries={entries} place={isBackOffice ? BACK_OFFICE : SHOP} onSeen={forgetToast} />
    </Suspense>
  )
}
