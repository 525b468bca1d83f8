import type { FullItem } from '#contract/catalogue/games.ts'
import type { Currency } from '#contract/core/money.ts'
import { makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { createPerson, type Person } from '#tests/support/accounts/people.ts'
import type { Buyer } from '#tests/support/orders/orders.ts'
import { promote } from '#tests/support/accounts/staff.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import { endPending, times, type RaceShop } from './open-race-shop.ts'
import { EXTRAS, HEADERS, VALUES, forgeToken } from './tamperings.ts'

export type Tampered = {
  calls: number
  refused: number
  codes: Record<string, number> // of the refusals
  taken: number // accepted, and charged the server's price
  wrong: string[]
}

type Options = { calls: number; dice: Dice }
type Role = 'user' | 'reseller'

const PRICES: Record<Role, number> = { user: 129_00, reseller: 97_50 }
const DISCOUNT = 11_11
const ENDPOINTS = ['wallet', 'wallet', 'wallet', 'upi'] as const

type TamperSetup = {
  raceShop: RaceShop
  item: FullItem
  codes: { mine: string; another: string; none: string }
}

/** Sends orders that claim a price of their own. Each is refused, or charged exactly what the server's tables say. */
export async function tamperOrders(
  raceShop: RaceShop,
  { calls, dice }: Options,
): Promise<Tampered> {
  const setup = await openTamperSetup(raceShop)
  const report: Tampered = { calls, refused: 0, codes: {}, taken: 0, wrong: [] }
  const each = Math.ceil(calls / raceShop.buyers.length)
  await times(raceShop.buyers.length, async (index) => {
    const role: Role = index % 2 === 0 ? 'user' : 'reseller'
    for (let nth = 0; nth < each; nth++) await tamper(setup, { index, role, dice, report })
  })
  return report
}

async function openTamperSetup(raceShop: RaceShop): Promise<TamperSetup> {
  const { admin, game, buyers } = raceShop
  const item = await makeItem(admin.one, game, {
    sellingPrice: PRICES.user,
    resellerSellingPrice: PRICES.reseller,
  })
  for (const { one } of buyers.filter((_, index) => index % 2 === 1))
    await promote(raceShop.setup, admin.one, { member: one, role: 'reseller' })
  const mine = await makeCoupon(admin.one, {
    discount: DISCOUNT,
    allowedRoles: ['user', 'reseller'],
  })
  const whiteListedUserId = [admin.one.id]
  const another = await makeCoupon(admin.one, { discount: 99_00, whiteListedUserId })
  return {
    raceShop,
    item,
    codes: { mine: mine.couponCode, another: another.couponCode, none: 'NO-SUCH-CODE' },
  }
}

type Attempt = { index: number; role: Role; dice: Dice; report: Tampered }

async function tamper(
  { raceShop, item, codes }: TamperSetup,
  { index, role, dice, report }: Attempt,
): Promise<void> {
  const { one, at } = raceShop.buyers[index]!
  const kind = dice.pick(ENDPOINTS)
  const currency = dice.pick(['INR', 'USD'] as const)
  const couponCode = dice.isHit(0.3) ? codes.mine : ''
  const { gameSlug, itemSlug } = item
  const honest = { gameSlug, itemSlug, gameDetailId: one.gameDetailId, couponCode }
  const body: Record<string, unknown> = kind === 'wallet' ? { ...honest, currency } : honest
  const person = createPerson(at[dice.below(at.length)]!.url, one.tokens)
  const address = spoil({
    body,
    person,
    codes: Object.values(codes),
    path: `/api/v1/order/${kind}`,
    dice,
  })
  const before = await look(raceShop, one)
  const answer = await person.send('POST', address, body)
  const after = await look(raceShop, one)
  const what = `${role}, ${address} ${JSON.stringify(body)} ${JSON.stringify(person.headers)}`
  count(report, answer)
  const fault =
    answer.status === 200
      ? judge({ role, body, kind, mine: codes.mine }, { before, after })
      : judgeRefusal(answer.status, { before, after }) ||
        (answer.status === 401 && person.tokens === one.tokens ? 'though signed in' : null)
  if (kind === 'upi' && answer.status === 200) await endPending(raceShop, one.id)
  if (fault) report.wrong.push(`${what}: ${answer.status} ${answer.code ?? ''} ${fault}`)
}

function count(report: Tampered, { status, code }: { status: number; code: string | undefined }) {
  if (status === 200) report.taken++
  else {
    report.refused++
    const name = code ?? String(status)
    report.codes[name] = (report.codes[name] ?? 0) + 1
  }
}

type Spoiling = {
  body: Record<string, unknown>
  person: Person
  codes: string[]
  path: string
  dice: Dice
}

/** Applies one to three manipulations. Returns the address to send to. */
function spoil({ body, person, codes, path, dice }: Spoiling): string {
  let address = path
  for (let left = 1 + dice.below(3); left > 0; left--) {
    const way = dice.below(6)
    if (way === 0) body[dice.pick(EXTRAS)] = dice.pick(VALUES)
    if (way === 1)
      body['currency'] = dice.pick(['EUR', 'inr', 'XAU', '', null, ['INR'], { is: 'INR' }, 'USD '])
    if (way === 2) body['totalMax'] = dice.pick([0, 0.01, 1, -1, 97.5, 129, 1e308, '1', null])
    if (way === 3) body['couponCode'] = dice.pick(codes)
    if (way === 4) Object.assign(person.headers, dice.pick(HEADERS))
    if (way === 5 && dice.isHit(0.5)) address += `?${dice.pick(EXTRAS)}=1&role=reseller`
    else if (way === 5 && dice.isHit(0.3)) person.tokens = forgeToken(person.tokens!, dice)
  }
  return address
}

type Snapshot = { orders: number; INR: number; USD: number; last: Charged | null }
type Charged = {
  amount: number
  itemPrice: number
  currency: Currency
  rate: string | null
  couponCode: string | null
  paymentMethod: string
  status: string
}

async function look({ setup: { sql } }: RaceShop, { id }: Buyer): Promise<Snapshot> {
  const [row] = await sql<[Omit<Snapshot, 'last'>]>`
    select (select count(*) from orders where user_id = ${id}) as orders,
      coalesce(sum(amount) filter (where currency = 'INR'), 0)::bigint as "INR",
      coalesce(sum(amount) filter (where currency = 'USD'), 0)::bigint as "USD"
    from posting where user_id = ${id}`
  const [last] = await sql<Charged[]>`
    select amount, item_price, currency, rate::text, coupon_code, payment_method, status from orders
    where user_id = ${id} order by created_at desc, id desc limit 1`
  return { ...row, last: last ?? null }
}

type Change = { before: Snapshot; after: Snapshot }

function judgeRefusal(status: number, { before, after }: Change): string | null {
  if (status >= 500) return 'is not a clear error'
  const moved = after.orders - before.orders || after.INR - before.INR || after.USD - before.USD
  return moved === 0 ? null : 'but something was done'
}

type Sent = { role: Role; body: Record<string, unknown>; kind: string; mine: string }

/**
 * The charge is the price for the caller's real role, less a coupon that is really theirs, at the shop's rate. Exactly
 * that left the wallet.
 */
function judge({ role, body, kind, mine }: Sent, { before, after }: Change): string | null {
  const { last } = after
  if (after.orders !== before.orders + 1 || !last) return 'but there is no new order'
  const currency = kind === 'upi' ? 'INR' : ((body['currency'] ?? 'INR') as 'INR' | 'USD')
  const discount = body['couponCode'] === mine ? DISCOUNT : 0
  const expected = toMinor(PRICES[role] - discount, last)
  const left = { INR: before.INR - after.INR, USD: before.USD - after.USD }
  const paid = kind === 'upi' ? 0 : expected
  const { totalMax } = body
  if (typeof totalMax === 'number' && totalMax * (currency === 'INR' ? 100 : 10_000) < expected)
    return `charged more than ${totalMax}`
  const isRight =
    last.currency === currency &&
    last.amount === expected &&
    last.itemPrice === toMinor(PRICES[role], last) &&
    last.status === (kind === 'upi' ? 'pending' : 'processing') &&
    left[currency] === paid &&
    left[currency === 'INR' ? 'USD' : 'INR'] === 0
  return isRight ? null : `charged ${JSON.stringify(last)} but took ${JSON.stringify(left)}`
}

/** Rounds half a cent up. The minor unit of dollars is a ten-thousandth. */
function toMinor(paise: number, { currency, rate }: Charged): number {
  if (currency === 'INR') return paise
  const [whole, part = ''] = rate!.split('.')
  const e8 = BigInt(whole! + part.padEnd(8, '0'))
  return Number((BigInt(paise) * e8 * 2n + 100_000_000n) / 200_000_000n) * 100
}
