import { lazy, Suspense, useState } from 'react'
import { worksHere } from '#contract/accounts/rights.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { MenuIcon } from '#web/ui/icons/office-icons.tsx'
import { useOfficeCounts } from './use-office-counts.ts'

const load = () => import('./office-menu.tsx')
const OfficeMenu = lazy(async () => ({ default: (await load()).OfficeMenu }))

/** Opens the menu on phones. A dot shows that something needs attention. */
export function OfficeMenuButton() {
  const user = useCurrentUser()
  const counts = useOfficeCounts()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  if (!user || !worksHere(user)) return null
  const needsAttention = counts.waiting + counts.issues > 0
  return (
    <span className="-ml-2 md:hidden">
      <button
        type="button"
        aria-label={needsAttention ? 'Menu, something needs attention' : 'Menu'}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
        className="relative grid size-11 place-items-center rounded-md hover:bg-sunken"
      >
        <MenuIcon />
        {needsAttention && (
          <span
            aria-hidden="true"
            className="absolute top-2.5 right-2.5 size-2 rotate-45 bg-pending"
          />
        )}
      </button>
      {wasOpened && (
        <Suspense>
          <OfficeMenu who={user} counts={counts} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
