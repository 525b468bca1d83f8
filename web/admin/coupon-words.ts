import { formatMoney } from '#contract/money.ts'
import { formatDay } from '#web/ui/format.ts'

export type CouponFacts = {
  discount: number // in paise
  minPrice: number // in paise
  expiresOn: string // a day, or empty for never
  status: boolean
  maxNumberOfUsage: number // 0 for any
  whiteListed: number
  blackListed: number
  games: string[] // names; none is all
  isGlobal: boolean
}

/** What a coupon does, as somebody would say it who reads all of its fields. */
export function describeCoupon(coupon: CouponFacts, today: string): string {
  const { discount, minPrice, maxNumberOfUsage: max } = coupon
  const pack = minPrice > 0 ? `a pack of ${rupees(minPrice)} or more` : 'any pack'
  const times =
    max > 0
      ? `${max.toLocaleString('en-IN')} ${max === 1 ? 'time' : 'times'} in all`
      : 'any number of times'
  const first = `${rupees(discount)} off ${pack} of ${gamesOf(coupon)}, for ${peopleOf(coupon)}, ${times}${endOf(coupon, today)}.`
  return [first, ...warningsOf(coupon, today)].join(' ')
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

function peopleOf({ whiteListed, blackListed }: CouponFacts): string {
  if (whiteListed > 0)
    return `${whiteListed} chosen ${whiteListed === 1 ? 'customer' : 'customers'}`
  return blackListed > 0 ? `everybody but ${blackListed}` : 'everybody'
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
      `It ended on ${formatDay(expiresOn)}: nobody can use it.`,
    !status && 'Nobody can use it while it is inactive.',
  ].filter((words) => words !== false)
}
