import { NavLink, Outlet, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { BottomBar } from './frame/bottom-bar.tsx'
import { FailureInFrame, PageInFrame, LoadingInFrame } from './frame/page-in-frame.tsx'
import { Footer } from './frame/footer.tsx'
import { Header } from './frame/header.tsx'
import { GuestNotice } from '#web/features/guest/guest-notice.tsx'
import { LazyConfirmation } from '#web/features/second-factor/lazy-confirmation.tsx'
import { requireSession } from '#web/features/session/require-session.ts'

const LINKS = [
  { to: paths.dashboard, label: 'Home' },
  { to: paths.orders, label: 'Orders' },
  { to: paths.wallet, label: 'Wallet' },
  { to: paths.accountDetails, label: 'Account details' },
  { to: paths.query, label: 'Query' },
]
const GUEST_LINKS: string[] = [paths.orders, paths.query]
const OF_GUESTS = [...GUEST_LINKS, paths.dashboard] // the dashboard leads guests to their orders
const OF_RESELLERS = { to: paths.apiService, label: 'API service' }

export const clientLoader = requireSession

export const HydrateFallback = () => <LoadingInFrame Frame={Frame} />

export const ErrorBoundary = () => <FailureInFrame Frame={Frame} />

/** Guests see their orders and their queries. Every other page is about an account. */
export default function AccountLayout() {
  const { pathname } = useLocation()
  const isGuest = useCurrentUser()?.isGuest ?? false
  const isShown = !isGuest || OF_GUESTS.some((path) => pathname.startsWith(path))
  return (
    <PageInFrame Frame={Frame}>
      {isShown && <Outlet />}
      <GuestNotice />
      <LazyConfirmation />
    </PageInFrame>
  )
}

/** Scrolls the row so that the current link is never cut off on phones. */
function bringIntoRow(link: HTMLAnchorElement | null): void {
  const row = link?.parentElement
  if (!row || !link.hasAttribute('aria-current')) return
  const [outer, inner] = [row.getBoundingClientRect(), link.getBoundingClientRect()]
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right
  if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left
}

function Places() {
  const user = useCurrentUser()
  const links = user?.isGuest ? LINKS.filter(({ to }) => GUEST_LINKS.includes(to)) : LINKS
  return [...links, ...(user?.role === 'reseller' ? [OF_RESELLERS] : [])].map(({ to, label }) => (
    <NavLink
      key={to}
      to={to}
      ref={bringIntoRow}
      className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold whitespace-nowrap text-soft max-sm:justify-center max-sm:px-2 max-[22rem]:px-1.5 max-sm:text-center max-sm:text-sm max-sm:leading-tight max-sm:whitespace-normal hover:bg-sunken aria-[current]:bg-lantern-soft aria-[current]:text-ink"
    >
      {label}
    </NavLink>
  ))
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <Header />
    <div className="mx-auto grid w-full max-w-page flex-1 content-start gap-6 px-4 py-6 print:block lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10 lg:py-10">
      <nav
        aria-label="Dashboard"
        className="flex gap-1 max-sm:justify-between max-sm:gap-0.5 max-sm:has-[:nth-child(6)]:grid max-sm:has-[:nth-child(6)]:grid-cols-3 sm:overflow-x-auto lg:grid lg:content-start"
      >
        <Places />
      </nav>
      <main
        id="content"
        tabIndex={-1}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 outline-none"
      >
        {children}
      </main>
    </div>
    <Footer />
    <BottomBar />
  </div>
)
