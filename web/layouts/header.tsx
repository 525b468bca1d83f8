import { Link, NavLink } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Brand } from './brand.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeButton } from './theme-button.tsx'
import { UserButton } from './user-button.tsx'

const PLACES = [{ to: paths.home, label: 'Games' }]

export const Header = () => (
  <header className="sticky top-0 z-30 border-b border-line bg-ground/90 backdrop-blur-md">
    <SkipLink />
    <div className="mx-auto flex min-h-16 max-w-page items-center gap-2 px-4 md:gap-6">
      <Brand />
      <nav aria-label="Shop" className="hidden flex-1 gap-1 md:flex">
        {PLACES.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold text-soft hover:text-ink aria-[current]:text-ink"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-1">
        <ThemeButton />
        <Link to={paths.login} className={`for-visitors ${buttonLook('plain', 'sm')}`}>
          Log in
        </Link>
        <UserButton />
      </div>
    </div>
  </header>
)
