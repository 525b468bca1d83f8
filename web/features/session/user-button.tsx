import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { SOMETHING_WRONG } from '#contract/core/errors/something-wrong.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'
import { ChevronDownIcon, UserIcon } from '#web/ui/icons/icons.tsx'
import { useOnLoad } from '#web/ui/hooks/use-on-load.ts'
import { loadUser } from './load-user.ts'

const fetchMenu = () => import('./user-menu.tsx')
const UserMenu = lazy(async () => ({ default: (await fetchMenu()).UserMenu }))

const NAME_LENGTH_MAX = 5

const shorten = (name: string) =>
  name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX).trimEnd()}...` : name

/** Shows who is signed in. Its menu is downloaded on first use. */
export function UserButton() {
  const [isWanted, setWanted] = useState(false)
  useOnLoad(loadUser)
  const trigger = <Trigger />
  const open = () =>
    fetchMenu().then(
      () => setWanted(true),
      () => toast('error', SOMETHING_WRONG),
    )
  return (
    <span className="for-members">
      {isWanted ? (
        <Suspense fallback={trigger}>
          <UserMenu trigger={trigger} />
        </Suspense>
      ) : (
        <Trigger aria-haspopup="menu" aria-expanded={false} onClick={() => void open()} />
      )}
    </span>
  )
}

function Trigger(props: ComponentProps<'button'>) {
  const user = useCurrentUser()
  return (
    <button
      type="button"
      {...props}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-md px-2 font-semibold hover:bg-sunken"
    >
      <UserIcon />
      <span className="whitespace-nowrap">{user ? shorten(user.fullName) : 'You'}</span>
      <span className="sr-only">, account{user && ` of ${user.fullName}`}</span>
      <ChevronDownIcon className="size-4 text-soft max-sm:hidden" />
    </button>
  )
}
