import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '#web/state/store.ts'
import { forgetToast } from '#web/state/toasts.ts'
import { useOnLoad } from '#web/ui/use-on-load.ts'

const fetchToaster = () => import('#web/ui/toaster.tsx')
const Toaster = lazy(async () => ({ default: (await fetchToaster()).Toaster }))

const noop = () => {}

const SHOP = { position: 'top-right', theme: 'light' } as const
const BACK_OFFICE = { position: 'bottom-center', theme: 'dark' } as const

/** The messages of the whole app, kept in place once there was one. What shows them is fetched early: one may say that the network is gone. */
export function Toasts() {
  const entries = useStore((state) => state.toast)
  useOnLoad(() => fetchToaster().then(noop, noop))
  const isBackOffice = useLocation().pathname.startsWith('/admin')
  const [isNeeded, setNeeded] = useState(false)
  if (entries.length > 0 && !isNeeded) setNeeded(true)
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toaster entries={entries} place={isBackOffice ? BACK_OFFICE : SHOP} onSeen={forgetToast} />
    </Suspense>
  )
}
