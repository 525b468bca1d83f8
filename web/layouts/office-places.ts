import { hasRight, type Permissions } from '#contract/rights.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { paths } from '#web/paths.ts'
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
  ShieldIcon,
  TrophyIcon,
  UsersIcon,
} from '#web/ui/icons.tsx'
import { SwapIcon } from '#web/ui/money-icons.tsx'
import {
  BookIcon,
  FlagIcon,
  GamepadIcon,
  LayersIcon,
  LinkIcon,
  RupeeIcon,
  SettingsIcon,
  TaskIcon,
  TicketIcon,
} from '#web/ui/office-icons.tsx'

type Place = {
  to: string
  label: string
  Icon: typeof BellIcon
  /** Right that staff need to open it. Without one, only administrators may. */
  right?: Endpoint['right']
  /** Count shown in its badge. */
  count?: 'waiting' | 'issues'
}

/** The screens of the back office, in the order and the groups of its sidebar. */
const GROUPS: { title: string; places: Place[] }[] = [
  {
    title: '',
    places: [{ to: paths.admin, label: 'Dashboard', Icon: DashboardIcon, right: 'figures' }],
  },
  {
    title: 'Sales',
    places: [
      {
        to: paths.adminWaiting,
        label: 'Waiting',
        Icon: ClockIcon,
        right: 'orders',
        count: 'waiting',
      },
      { to: paths.adminOrders, label: 'Orders', Icon: ReceiptIcon, right: 'orders' },
      { to: paths.adminTransactions, label: 'Transactions', Icon: SwapIcon, right: 'payments' },
    ],
  },
  {
    title: 'Catalogue',
    places: [
      { to: paths.adminGames, label: 'Games', Icon: GamepadIcon, right: 'catalogue' },
      { to: paths.adminCategories, label: 'Categories', Icon: LayersIcon, right: 'catalogue' },
      { to: paths.adminGallery, label: 'Gallery', Icon: ImageIcon, right: 'catalogue' },
      { to: paths.adminSources, label: 'Sources', Icon: BoxIcon, right: 'catalogue' },
    ],
  },
  {
    title: 'Marketing',
    places: [
      { to: paths.adminCoupons, label: 'Coupons', Icon: TicketIcon, right: 'marketing' },
      { to: paths.adminBanners, label: 'Banners', Icon: FlagIcon, right: 'marketing' },
      { to: paths.adminNotifications, label: 'Notification', Icon: BellIcon, right: 'marketing' },
      { to: paths.adminPrizes, label: 'Prize', Icon: TrophyIcon },
      { to: paths.adminServices, label: 'Service', Icon: BoltIcon, right: 'marketing' },
      { to: paths.adminLinks, label: 'GotoLink', Icon: LinkIcon, right: 'marketing' },
    ],
  },
  {
    title: 'People',
    places: [
      { to: paths.adminUsers, label: 'Users', Icon: UsersIcon, right: 'customers' },
      {
        to: paths.adminIssues,
        label: 'Issues',
        Icon: ChatIcon,
        right: 'support',
        count: 'issues',
      },
    ],
  },
  {
    title: 'Shop',
    places: [
      { to: paths.paymentGateway, label: 'Payment Gateway', Icon: CoinsIcon, right: 'payments' },
      { to: paths.adminRate, label: 'Set Currency', Icon: RupeeIcon },
      { to: paths.adminSettings, label: 'Settings', Icon: SettingsIcon },
      { to: paths.adminTasks, label: 'Tasks', Icon: TaskIcon, right: 'any' },
      { to: paths.adminAudit, label: 'Audit Log', Icon: BookIcon },
      { to: paths.adminSecurity, label: 'Security', Icon: ShieldIcon, right: 'any' },
    ],
  },
]

const PLACES = GROUPS.flatMap(({ places }) => places)

/** The sidebar's groups for this person. Empty groups are left out. */
export const groupsOf = (who: Permissions): typeof GROUPS =>
  GROUPS.map(({ title, places }) => ({
    title,
    places: places.filter(({ right }) => hasRight(who, right)),
  })).filter(({ places }) => places.length > 0)

export const placesOf = (who: Permissions): Place[] =>
  PLACES.filter(({ right }) => hasRight(who, right))

/**
 * Only a convenience, because the server checks every call. Unknown addresses pass, since they redirect to a screen.
 */
export function mayEnter(who: Permissions, pathname: string): boolean {
  const place = PLACES.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return !place || hasRight(who, place.right)
}
