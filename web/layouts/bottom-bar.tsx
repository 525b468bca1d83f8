import { NavLink } from 'react-router'
import { paths } from '#web/paths.ts'
import { GlobeIcon, HomeIcon, UserIcon } from '#web/ui/icons.tsx'

const PLACES = [
  { to: paths.home, label: 'Home', Icon: HomeIcon },
  { to: paths.region, label: 'Region', Icon: GlobeIcon },
  { to: paths.dashboard, label: 'Profile', Icon: UserIcon },
]

/** In thumb's reach on a phone. */
export const BottomBar = () => (
  <nav
    aria-label="Main places"
    className="sticky bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-ground/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md md:hidden"
  >
    {PLACES.map(({ to, label, Icon }) => (
      <NavLink
        key={to}
        to={to}
        end
        className="grid min-h-14 content-center justify-items-center gap-0.5 text-xs font-semibold text-soft aria-[current]:text-lantern-deep"
      >
        <Icon />
        {label}
      </NavLink>
    ))}
  </nav>
)
