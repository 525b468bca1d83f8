import { NavLink } from 'react-router'
import { paths } from '#web/paths.ts'
import { ChatIcon, GlobeIcon, HomeIcon, UserIcon } from '#web/ui/icons/icons.tsx'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'

const LINKS = [
  { to: paths.home, label: 'Home', Icon: HomeIcon },
  { to: paths.region, label: 'Region', Icon: GlobeIcon },
  { to: paths.dashboard, label: 'Profile', Icon: UserIcon },
]

/** The main navigation on phones, within reach of the thumb. */
export function BottomBar() {
  const supportUrl = useShopFacts()?.supportUrl
  return (
    <nav
      aria-label="Main navigation"
      className="bottom-bar sticky bottom-0 z-30 low:static grid auto-cols-fr grid-flow-col border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {LINKS.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end className={placeLook}>
          <Icon />
          {label}
        </NavLink>
      ))}
      {supportUrl && (
        <a
          href={supportUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Chat with us"
          className={placeLook}
        >
          <ChatIcon />
          Chat
        </a>
      )}
    </nav>
  )
}

const placeLook =
  'grid min-h-14 content-center justify-items-center gap-0.5 text-xs font-semibold text-soft aria-[current]:text-lantern-deep'
