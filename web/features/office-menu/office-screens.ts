import { hasRight, type Permissions } from '#contract/accounts/rights.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
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
  KeyIcon,
  PencilIcon,
  ReceiptIcon,
  SearchIcon,
  ShieldIcon,
  TrophyIcon,
  UsersIcon,
} from '#web/ui/icons/icons.tsx'
import { BalanceIcon, ReturnIcon, SwapIcon, WarningIcon } from '#web/ui/icons/money-icons.tsx'
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
} from '#web/ui/icons/office-icons.tsx'

type OfficeScreen = {
  to: string
  label: string
  Icon: typeof BellIcon
  /** Right that staff need to open it. Without one, only administrators may. */
  right?: Endpoint['right']
  /** Count shown in its badge. */
  count?: 'waiting' | 'issues'
}

/** The screens of the back office, in the order and the groups of its sidebar. */
const GROUPS: { title: string; screens: OfficeScreen[] }[] = [
  {
    title: '',
    screens: [{ to: paths.admin, label: 'Dashboard', Icon: DashboardIcon, right: 'figures' }],
  },
  {
    title: 'Sales',
    screens: [
      {
        to: paths.adminWaiting,
        label: 'Waiting',
        Icon: ClockIcon,
        right: 'orders',
        count: 'waiting',
      },
      { to: paths.adminReview, label: 'Review', Icon: SearchIcon, right: 'orders' },
      { to: paths.adminOrders, label: 'Orders', Icon: ReceiptIcon, right: 'orders' },
      { to: paths.adminTransactions, label: 'Transactions', Icon: SwapIcon, right: 'payments' },
      { to: paths.adminDisputes, label: 'Disputes', Icon: ReturnIcon, right: 'payments' },
      { to: paths.adminAdjustments, label: 'Adjustments', Icon: PencilIcon },
      { to: paths.adminAccounting, label: 'Accounting', Icon: BalanceIcon },
    ],
  },
  {
    title: 'Catalogue',
    screens: [
      { to: paths.adminGames, label: 'Games', Icon: GamepadIcon, right: 'catalogue' },
      { to: paths.adminCategories, label: 'Categories', Icon: LayersIcon, right: 'catalogue' },
      { to: paths.adminGallery, label: 'Gallery', Icon: ImageIcon, right: 'catalogue' },
      { to: paths.adminSources, label: 'Suppliers', Icon: BoxIcon, right: 'catalogue' },
    ],
  },
  {
    title: 'Marketing',
    screens: [
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
    screens: [
      { to: paths.adminUsers, label: 'Users', Icon: UsersIcon, right: 'customers' },
      { to: paths.adminRecovery, label: 'Recovery', Icon: KeyIcon, right: 'customers' },
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
    screens: [
      { to: paths.paymentGateway, label: 'Payment Gateway', Icon: CoinsIcon, right: 'payments' },
      { to: paths.adminRate, label: 'Set Currency', Icon: RupeeIcon },
      { to: paths.adminRisk, label: 'Risk', Icon: WarningIcon },
      { to: paths.adminSettings, label: 'Settings', Icon: SettingsIcon },
      { to: paths.adminTasks, label: 'Tasks', Icon: TaskIcon, right: 'any' },
      { to: paths.adminAudit, label: 'Audit Log', Icon: BookIcon },
      { to: paths.adminSecurity, label: 'Security', Icon: ShieldIcon, right: 'any' },
    ],
  },
]

const SCREENS = GROUPS.flatMap(({ screens }) => screens)

/** The sidebar's groups for this person. Empty groups are left out. */
export const screenGroupsOf = (who: Permissions): typeof GROUPS =>
  GROUPS.map(({ title, screens }) => ({
    title,
    screens: screens.filter(({ right }) => hasRight(who, right)),
  })).filter(({ screens }) => screens.length > 0)

export const screensOf = (who: Permissions): OfficeScreen[] =>
  SCREENS.filter(({ right }) => hasRight(who, right))

/**
 * Only a convenience, because the server checks every call. Unknown addresses pass, since they redirect to a screen.
 */
export function mayOpen(who: Permissions, pathname: string): boolean {
  const screen = SCREENS.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return !screen || hasRight(who, screen.right)
}
