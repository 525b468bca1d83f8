import { Link, NavLink } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Brand } from './brand.tsx'
import { CurrencyButton } from '#web/features/currency/currency-button.tsx'
import { Search } from '#web/features/search/search.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeButton } from './theme-button.tsx'
import { UserButton } from '#web/features/session/user-button.tsx'

const LINKS = [
  { to: paths.home, label: 'Games' },
  { to: paths.region, label: 'Region' },
  { to: paths.services, label: 'Services' },
]

export const Header = () => (
  <header className="sticky top-(--offline-strip) z-30 low:static border-b border-line bg-ground">
    <SkipLink />
    <div className="relative mx-auto flex min-h-16 max-w-page items-center gap-1 px-4 lg:gap-4">
      <Brand />
      <nav aria-label="Shop" className="ml-2 hidden gap-1 md:flex">
        {LINKS.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="relative inline-flex min-h-11 items-center rounded-md px-3 font-semibold text-soft hover:text-ink aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-1 aria-[current]:after:h-0.5 aria-[current]:after:bg-lantern"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <Search />
      <CurrencyButton />
      <span className="hidden md:inline">
        <ThemeButton />
      </span>
      <Link
        to={paths.login}
        // The width fits every font, so nothing beside it moves when the shop's own font arrives.
        className={`for-visitors min-w-17 shrink-0 ${buttonLook('plain', 'sm')}`}
      >
        Log in
      </Link>
      <UserButton />
    </div>
  </header>
)
