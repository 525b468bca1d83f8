import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, NavLink, Outlet } from 'react-router'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import {
  BellIcon,
  BoltIcon,
  BoxIcon,
  ChatIcon,
  ClockIcon,
  CoinsIcon,
  DashboardIcon,
  ImageIcon,
  ReceiptIcon,
  TrophyIcon,
  UsersIcon,
} from '#web/ui/icons.tsx'
import {
  BookIcon,
  FlagIcon,
  GamepadIcon,
  LayersIcon,
  LinkIcon,
  TicketIcon,
  RupeeIcon,
  SettingsIcon,
} from '#web/ui/office-icons.tsx'
import { SwapIcon } from '#web/ui/money-icons.tsx'
import { Brand } from './brand.tsx'
import { FramedFailure, FramedPage, FramedWait } from './framed.tsx'
import { requireSession } from './require-session.ts'
import { SkipLink } from './skip-link.tsx'
import { ThemeButton } from './theme-button.tsx'
import { UserButton } from './user-button.tsx'

const PLACES = [
  { to: paths.admin, label: 'Dashboard', Icon: DashboardIcon },
  { to: paths.adminWaiting, label: 'Waiting', Icon: ClockIcon },
  { to: paths.adminOrders, label: 'Orders', Icon: ReceiptIcon },
  { to: paths.adminTransactions, label: 'Transactions', Icon: SwapIcon },
  { to: paths.adminSources, label: 'Sources', Icon: BoxIcon },
  { to: paths.adminGames, label: 'Games', Icon: GamepadIcon },
  { to: paths.adminCategories, label: 'Categories', Icon: LayersIcon },
  { to: paths.adminUsers, label: 'Users', Icon: UsersIcon },
  { to: paths.adminCoupons, label: 'Coupons', Icon: TicketIcon },
  { to: paths.adminGallery, label: 'Gallery', Icon: ImageIcon },
  { to: paths.adminBanners, label: 'Banners', Icon: FlagIcon },
  { to: paths.adminIssues, label: 'Issues', Icon: ChatIcon },
  { to: paths.adminNotifications, label: 'Notification', Icon: BellIcon },
  { to: paths.adminServices, label: 'Service', Icon: BoltIcon },
  { to: paths.adminLinks, label: 'GotoLink', Icon: LinkIcon },
  { to: paths.paymentGateway, label: 'Payment Gateway', Icon: CoinsIcon },
  { to: paths.adminRate, label: 'Set Currency', Icon: RupeeIcon },
  { to: paths.adminPrizes, label: 'Prize', Icon: TrophyIcon },
  { to: paths.adminSettings, label: 'Settings', Icon: SettingsIcon },
  { to: paths.adminAudit, label: 'Audit Log', Icon: BookIcon },
]

export const clientLoader = requireSession

export const HydrateFallback = () => <FramedWait Frame={Frame} />

export const ErrorBoundary = () => <FramedFailure Frame={Frame} />

export default function AdminLayout() {
  return (
    <FramedPage Frame={Frame}>
      <ForAdministrators />
    </FramedPage>
  )
}

/** A courtesy: the server refuses everybody else at each call. */
function ForAdministrators() {
  const { data: user } = useSuspenseQuery(query(getUser, {}))
  if (user.role === 'admin') return <Outlet />
  return (
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
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_1fr] md:grid-cols-[15rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
    <header className="relative col-span-full flex min-h-16 items-center justify-between border-b border-line px-4">
      <SkipLink />
      <Brand />
      <div className="flex items-center gap-1">
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

/** For administrators alone. Its place is kept until it is known who this is. */
function Sidebar() {
  const user = useCurrentUser()
  const isStranger = user !== null && user.role !== 'admin'
  return (
    <nav
      aria-label="Back office"
      className={`flex min-h-17 gap-1 overflow-x-auto border-line p-3 max-md:border-b md:sticky md:top-0 md:grid md:max-h-dvh md:content-start md:self-start md:overflow-y-auto ${isStranger ? 'max-md:hidden' : ''}`}
    >
      {user?.role === 'admin' &&
        PLACES.map(({ to, label, Icon }) => (
          <NavLink
            key={to}
            to={to}
            className="inline-flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold whitespace-nowrap text-soft hover:bg-sunken aria-[current]:bg-lantern-soft aria-[current]:text-ink"
          >
            <Icon />
            {label}
          </NavLink>
        ))}
    </nav>
  )
}
