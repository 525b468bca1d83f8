import type { Role } from '#contract/core/endpoint.ts'
import { formatMoney } from '#contract/core/money.ts'
import { formatDay } from '#web/ui/text/format.ts'

export type CouponFacts = {
  discount: number // in paise
  minPrice: number // in paise
  expiresOn: string // a day; empty for no end
  status: boolean
  maxNumberOfUsage: number // 0 for no limit
  maxNumberOfUsagePerUser: number // 0 for no limit
  isFirstOrderOnly: boolean
  allowedRoles: Role[]
  minMargin: number | null // in hundredths of a percent
  whiteListed: number
  blackListed: number
  games: string[] // names; an empty list means all games
  isGlobal: boolean
}

/** Describes all settings of a coupon in plain sentences. */
export function describeCoupon(coupon: CouponFacts, today: string): string {
  const { discount, minPrice } = coupon
  const pack = minPrice > 0 ? `a pack of ${rupees(minPrice)} or more` : 'any pack'
  const first = `${rupees(discount)} off ${pack} of ${gamesOf(coupon)}, for ${peopleOf(coupon)}, ${timesOf(coupon)}${endOf(coupon, today)}.`
  return [first, ...marginOf(coupon), ...warningsOf(coupon, today)].join(' ')
}

function timesOf({ maxNumberOfUsage: max, maxNumberOfUsagePerUser: each, ...rest }: CouponFacts) {
  const times = [
    rest.isFirstOrderOnly && 'on their first order',
    each > 0 && `${inTimes(each)} per customer`,
    max > 0 && `${inTimes(max)} in all`,
  ].filter((words) => words !== false)
  return times.length > 0 ? times.join(', ') : 'any number of times'
}

const inTimes = (count: number) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'time' : 'times'}`

function marginOf({ minMargin }: CouponFacts): string[] {
  if (minMargin === null) return ['It may sell packs below their cost price.']
  const margin = minMargin === 0 ? 'at a loss' : `for less than ${minMargin / 100} % above its cost`
  return [`No pack is sold ${margin}, and none whose cost price is missing.`]
}

const rupees = (paise: number) => formatMoney(paise, 'INR')

const NAMES_MAX = 3

function gamesOf({ isGlobal, games }: CouponFacts): string {
  if (isGlobal || games.length === 0) return 'every game'
  if (games.length <= NAMES_MAX) return inWords(games)
  const rest = games.length - NAMES_MAX + 1
  return inWords([...games.slice(0, NAMES_MAX - 1), `${rest} other games`])
}

const inWords = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

export const ROLE_NAMES: Record<Role, string> = {
  user: 'customers',
  reseller: 'resellers',
  staff: 'staff',
  admin: 'administrators',
}

function peopleOf({ whiteListed, blackListed, allowedRoles }: CouponFacts): string {
  const roles = rolesOf(allowedRoles)
  if (whiteListed === 0) return blackListed > 0 ? `${roles} but ${blackListed}` : roles
  const chosen = whiteListed === 1 ? 'chosen customer' : 'chosen customers'
  const accounts = roles === ROLE_NAMES.user ? '' : ` with accounts of ${roles}`
  return `${whiteListed} ${chosen}${accounts}`
}

function rolesOf(roles: Role[]): string {
  if (roles.length === Object.keys(ROLE_NAMES).length) return 'everybody'
  return inWords(roles.map((role) => ROLE_NAMES[role]))
}

const endOf = ({ expiresOn }: CouponFacts, today: string): string =>
  expiresOn && expiresOn >= today ? `, until the end of ${formatDay(expiresOn)}` : ''

function warningsOf(
  { discount, minPrice, expiresOn, status }: CouponFacts,
  today: string,
): string[] {
  return [
    discount > minPrice && `A pack of ${rupees(discount)} or less costs nothing.`,
    expiresOn !== '' &&
      expiresOn < today &&
      `It expired on ${formatDay(expiresOn)}: nobody can use it.`,
    !status && 'It can’t be used while it’s inactive.',
  ].filter((words) => words !== false)
}
