import { formatExactly, formatHundredths, formatMovement } from '#contract/core/money.ts'
import type { Found } from '#contract/backoffice/search.ts'
import { paths } from '#web/paths.ts'
import type { Action } from './office-actions.ts'
import type { Tone } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'

/** A screen of the back office. */
type OfficeScreen = { to: string; label: string }

/** A line of the search results. */
export type Hit = {
  id: string
  to: string
  title: string
  about: string
  badge?: { tone: Tone; words: string }
  amount?: string
}

export type Offered = { screens: readonly OfficeScreen[]; actions: readonly Action[] }

export type HitGroup = { value: string; items: Hit[] }

type Of<Kind extends keyof Found> = Found[Kind][number]

/** The search results in display order, without empty groups. */
export function toGroups(found: Found | null, typed: string, offered: Offered): HitGroup[] {
  const actions = { value: 'Actions', items: findActions(offered.actions, typed) }
  const screens = { value: 'Screens', items: findScreens(offered.screens, typed) }
  const groups: HitGroup[] = [
    { value: 'Users', items: found?.users.map(toUser) ?? [] },
    { value: 'Orders', items: found?.orders.map(toOrder) ?? [] },
    { value: 'Payments', items: found?.payments.map(toPayment) ?? [] },
    { value: 'Transactions', items: found ? otherTransactions(found).map(toTransaction) : [] },
    { value: 'Games', items: found?.games.map(toGame) ?? [] },
    { value: 'Packs', items: found?.items.map(toItem) ?? [] },
    { value: 'Coupons', items: found?.coupons.map(toCoupon) ?? [] },
    // Until something is typed, actions come first. Otherwise the full list of screens would push them out of sight.
    ...(typed.trim() ? [screens, actions] : [actions, screens]),
  ]
  return groups.filter(({ items }) => items.length > 0)
}

/** Leaves out transactions of orders that are already listed by their invoice. */
function otherTransactions({ orders, transactions }: Found): Of<'transactions'>[] {
  const invoices = new Set(orders.map(({ invoiceId }) => invoiceId))
  return transactions.filter(({ UTR }) => !invoices.has(UTR))
}

/** Screens whose name contains the text, starting with prefix matches. Empty text matches all. */
function findScreens(screens: readonly OfficeScreen[], typed: string): Hit[] {
  const words = typed.trim().toLowerCase()
  const placeOf = ({ label }: OfficeScreen) => label.toLowerCase().indexOf(words)
  return screens
    .filter((place) => placeOf(place) >= 0)
    .toSorted((a, b) => Number(placeOf(a) > 0) - Number(placeOf(b) > 0))
    .map(({ to, label }) => ({ id: `screen ${to}`, to, title: label, about: '' }))
}

const hasWord = (text: string, word: string) => ` ${text.toLowerCase()}`.includes(` ${word}`)

/** Actions in which every typed word starts some word. */
function findActions(actions: readonly Action[], typed: string): Hit[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  return actions
    .filter((action) => words.every((word) => hasWord(`${action.label} ${action.words}`, word)))
    .map(({ to, label }) => ({ id: `action ${to}`, to, title: label, about: '' }))
}

const UNAVAILABLE = { tone: 'plain', words: 'Not for sale' } as const

const toUser = ({ _id, fullName, email, phone, role, isBlocked }: Of<'users'>): Hit => ({
  id: `user ${_id}`,
  to: paths.adminUser(_id),
  title: fullName,
  about: [email ?? 'Deleted', phone && `+91 ${phone}`].filter(Boolean).join(' · '),
  ...(isBlocked
    ? { badge: { tone: 'bad', words: 'Blocked' } }
    : role !== 'user' && { badge: { tone: 'glass', words: role } }),
})

const toOrder = (order: Of<'orders'>): Hit => ({
  id: `order ${order._id}`,
  to: paths.adminOrder(order._id),
  title: order.invoiceId,
  about: [
    order.fullName,
    `player ${order.playerId}${order.zoneId && ` (${order.zoneId})`}`,
    `${order.gameName}, ${order.itemName}`,
    formatDate(order.createdAt),
  ].join(' · '),
  badge: { tone: order.status, words: order.status },
  amount: formatExactly(order.amount, order.currency),
})

const STATES = {
  open: { tone: 'pending', words: 'Open' },
  paid: { tone: 'good', words: 'Paid' },
  failed: { tone: 'failed', words: 'Failed' },
} as const

const toPayment = (payment: Of<'payments'>): Hit => ({
  id: `payment ${payment._id}`,
  to: payment.orderId
    ? paths.adminOrder(payment.orderId)
    : paths.adminPaymentsBy(payment.reference),
  title: payment.reference,
  about: [
    payment.email ?? payment.fullName,
    payment.gatewayTitle,
    formatDate(payment.createdAt),
  ].join(' · '),
  badge: STATES[payment.state],
  amount: formatHundredths(payment.amount, payment.currency),
})

const toTransaction = (transaction: Of<'transactions'>): Hit => ({
  id: `transaction ${transaction._id}`,
  to: paths.adminTransactionsBy(transaction.UTR),
  title: transaction.UTR,
  about: [transaction.email ?? transaction.fullName, formatDate(transaction.createdAt)].join(' · '),
  badge: { tone: 'plain', words: transaction.kind },
  amount: formatMovement(transaction.price, transaction.currency),
})

const toGame = ({ _id, gameSlug, gameName, isAvailable }: Of<'games'>): Hit => ({
  id: `game ${_id}`,
  to: paths.adminGame(gameSlug),
  title: gameName,
  about: gameSlug,
  ...(!isAvailable && { badge: UNAVAILABLE }),
})

const toItem = (item: Of<'items'>): Hit => ({
  id: `item ${item._id}`,
  to: paths.adminItems(item.gameSlug),
  title: item.itemName,
  about: item.gameName,
  amount: formatExactly(item.sellingPrice, 'INR'),
  ...(!item.isAvailable && { badge: UNAVAILABLE }),
})

const toCoupon = ({ _id, couponCode, discount, isActive, expiresOn }: Of<'coupons'>): Hit => ({
  id: `coupon ${_id}`,
  to: paths.adminCouponsBy(couponCode),
  title: couponCode,
  about: `${formatExactly(discount, 'INR')} off${expiresOn ? ` · until ${formatDate(expiresOn)}` : ''}`,
  badge: isActive ? { tone: 'good', words: 'Active' } : { tone: 'plain', words: 'Inactive' },
})
