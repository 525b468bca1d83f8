import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { worksHere } from '#contract/accounts/rights.ts'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Brand } from './frame/brand.tsx'
import { FailureInFrame, PageInFrame, LoadingInFrame } from './frame/page-in-frame.tsx'
import { LiveUpdates } from '#web/features/live-updates/live-updates.tsx'
import { actionsOf } from '#web/features/office-search/office-actions.ts'
import { OfficeMenuButton } from '#web/features/office-menu/office-menu-button.tsx'
import { OfficeNav } from '#web/features/office-menu/office-nav.tsx'
import { mayOpen, screensOf } from '#web/features/office-menu/office-screens.ts'
import { OfficeSearch } from '#web/features/office-search/office-search.tsx'
import { OwnTasks } from '#web/features/live-updates/own-tasks.tsx'
import { requireSession } from '#web/features/session/require-session.ts'
import { SkipLink } from './frame/skip-link.tsx'
import { ThemeButton } from './frame/theme-button.tsx'
import { useOfficeCounts } from '#web/features/office-menu/use-office-counts.ts'
import { UserButton } from '#web/features/session/user-button.tsx'

export const clientLoader = requireSession

export const HydrateFallback = () => <LoadingInFrame Frame={Frame} />

export const ErrorBoundary = () => <FailureInFrame Frame={Frame} />

export default function AdminLayout() {
  return (
    <PageInFrame Frame={Frame}>
      <Office />
    </PageInFrame>
  )
}

const confirming = () => import('#web/features/second-factor/confirmation.tsx')
const Confirmation = lazy(async () => ({ default: (await confirming()).Confirmation }))
const ConfirmFirst = lazy(async () => ({ default: (await confirming()).ConfirmFirst }))

/** Only a convenience, because the server checks every call. */
function Office() {
  const { data: user } = useSuspenseQuery(query(getUser, {}))
  const { pathname } = useLocation()
  if (!worksHere(user)) return <Denied />
  if (user.isConfirmationDue) return <ConfirmFirst />
  return (
    <>
      {mayOpen(user, pathname) ? <Outlet /> : <NotYours />}
      <Confirmation />
      <LiveUpdates key={user._id} user={user} />
    </>
  )
}

const Denied = () => (
  <EmptyState
    title="Access Denied"
    action={
      <Link to={paths.home} className={buttonLook('plain')}>
        Go to the shop
      </Link>
    }
  >
    You do not have permission to access this page.
  </EmptyState>
)

const NotYours = () => (
  <EmptyState
    title="Access Denied"
    action={
      <Link to={paths.office} className={buttonLook('plain')}>
        Go to the start page
      </Link>
    }
  >
    You don’t have access to this part of the back office. Ask an administrator for it.
  </EmptyState>
)

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] md:grid-cols-[15rem_minmax(0,1fr)]">
    <header className="relative col-span-full flex min-h-16 items-center justify-between border-b border-line px-4">
      <SkipLink />
      <div className="flex items-center gap-1">
        <OfficeMenuButton />
        <Brand isShort />
      </div>
      <div className="flex items-center gap-1">
        <Finder />
        <OwnTasks />
        <ThemeButton />
        <UserButton />
      </div>
    </header>
    <Sidebar />
    <main
      id="content"
      tabIndex={-1}
      className="grid content-start gap-6 border-line p-4 outline-none md:border-l md:p-8"
    >
      {children}
    </main>
  </div>
)

function Finder() {
  const user = useCurrentUser()
  if (!user || !worksHere(user)) return null
  return <OfficeSearch offered={{ screens: screensOf(user), actions: actionsOf(user) }} />
}

/** Navigation for staff. On phones the menu has the same screens. */
function Sidebar() {
  const user = useCurrentUser()
  const counts = useOfficeCounts()
  return (
    <nav
      aria-label="Back office"
      className="content-start gap-1 p-3 max-md:hidden md:sticky md:top-0 md:grid md:max-h-[calc(100dvh-4rem)] md:self-start md:overflow-y-auto"
    >
      {user && worksHere(user) && <OfficeNav who={user} counts={counts} />}
    </nav>
  )
}
