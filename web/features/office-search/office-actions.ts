import type { Endpoint } from '#contract/core/endpoint.ts'
import { hasRight, type Permissions } from '#contract/accounts/rights.ts'
import { paths } from '#web/paths.ts'

/** An action in the back office, with its address and additional search words. */
export type Action = {
  to: string
  label: string
  words: string
  /** Staff need this right; without one, only administrators see it. */
  right?: Endpoint['right']
}

const ACTIONS: Action[] = [
  { to: paths.adminNewGame, label: 'Add game', words: 'new create', right: 'catalogue' },
  { to: asked(paths.adminCategories), label: 'Add category', words: 'new', right: 'catalogue' },
  { to: asked(paths.adminCoupons), label: 'Add coupon', words: 'new discount', right: 'marketing' },
  { to: asked(paths.adminBanners), label: 'Add banner', words: 'new', right: 'marketing' },
  { to: asked(paths.adminLinks), label: 'Add short link', words: 'new goto', right: 'marketing' },
  {
    to: asked(paths.adminNotifications),
    label: 'Announce something',
    words: 'new notification newsletter email mail',
    right: 'marketing',
  },
  {
    to: asked(paths.adminUsers, 'invite'),
    label: 'Invite staff',
    words: 'invitation colleague employee role rights',
  },
  {
    to: asked(paths.adminUsers, 'gift'),
    label: 'Add money to a wallet',
    words: 'gift give balance credit rupees dollars',
  },
]

/** An address that makes its screen open a dialog. */
function asked(path: string, task = 'add'): string {
  return `${path}?${new URLSearchParams({ do: task })}`
}

export const actionsOf = (who: Permissions): Action[] =>
  ACTIONS.filter(({ right }) => hasRight(who, right))
