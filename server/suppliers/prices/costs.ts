import type { ProviderName } from '#contract/sources.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { selectUnitCosts } from './cost-sql.ts'

/** What a provider asks for something, in its own currency and as it writes it: `61.50`. */
export type ForeignAmount = { amount: string; currency: string }

/** What one unit of a provider's currency costs the shop: paise for so many units, because a third has no decimals. */
export type UnitCost = { paise: bigint; units: bigint; from: 'entered' | 'rate' }

/** Null where nobody has said what its currency costs. */
export type UnitCosts = (source: ProviderName, currency: string) => UnitCost | null

/** For dollars the shop's own rate counts where nothing else was entered, and a rupee is a rupee. */
export async function findUnitCosts(
  sql: Sql | Tx,
  { rate }: Pick<Context, 'rate'>,
): Promise<UnitCosts> {
  const [rows, dollarsPerRupee] = await Promise.all([selectUnitCosts(sql), rate()])
  const entered = new Map(
    rows.map(({ source, currency, paise }) => [keyOf(source, currency), toMicros(paise)]),
  )
  const known: Record<string, Omit<UnitCost, 'from'>> = {
    INR: { paise: 100n, units: 1n },
    USD: { paise: 100n * E8, units: BigInt(Math.round(dollarsPerRupee * Number(E8))) },
  }
  return (source, currency) => {
    const own = entered.get(keyOf(source, currency))
    if (own !== undefined) return { paise: own, units: MICROS, from: 'entered' }
    return Object.hasOwn(known, currency) ? { ...known[currency]!, from: 'rate' } : null
  }
}

const keyOf = (source: ProviderName, currency: string): string => `${source} ${currency}`

/** In whole paise, rounded up: what a pack costs is never made smaller. Null where its currency costs nobody knows what. */
export function toPaise(
  costs: UnitCosts,
  source: ProviderName,
  { amount, currency }: ForeignAmount,
): number | null {
  const unit = costs(source, currency)
  return unit && Number(divideUp(toMicros(amount) * unit.paise, unit.units * MICROS))
}

/** For people to read, with six decimals. */
export const toRupees = ({ paise, units }: UnitCost): number =>
  Number((paise * MICROS) / (units * 100n)) / Number(MICROS)

/** In paise, as the database keeps them. A float of rupees has fewer decimals than it seems. */
export const fromRupees = (rupees: number): string =>
  (Math.round(rupees * 1_000_000) / 10_000).toFixed(6)

const DECIMALS = 6
const MICROS = 10n ** BigInt(DECIMALS)
const NUMBER = /^(\d+)(?:\.(\d+))?$/

export const isAmount = (text: string): boolean => NUMBER.test(text)

/** Millionths of what is written in decimals; what is finer is rounded up. */
function toMicros(text: string): bigint {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? []
  if (!whole) throw new Error(`${text} is no amount`)
  const rest = BigInt(fraction.slice(DECIMALS) || '0') > 0n ? 1n : 0n
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')) + rest
}

const E8 = 100_000_000n // a rate has no more decimals

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
