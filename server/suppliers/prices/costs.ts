import type { SupplierName } from '#contract/catalogue/sources.ts'
import { isCurrency } from '#contract/core/money.ts'
import { lastRateOf } from '#server/catalogue/exchange-rate/rates.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { selectUnitCosts } from './cost-sql.ts'

/** A supplier's price in its own currency, as the supplier writes it: `61.50`. */
export type ForeignAmount = { amount: string; currency: string }

/** The cost of `units` units of a supplier's currency, in paise. A fraction, because a third has no exact decimals. */
export type UnitCost = { paise: bigint; units: bigint; from: 'entered' | 'rate' }

/** Null for a currency whose cost is unknown. */
export type UnitCosts = (source: SupplierName, currency: string) => UnitCost | null

/** Entered costs win. Without one, the shop's exchange rates count, and a rupee costs 100 paise. */
export async function findUnitCosts(
  { rates }: Pick<Context, 'rates'>,
  sql: Sql | Tx,
): Promise<UnitCosts> {
  const [rows, known] = await Promise.all([selectUnitCosts(sql), rates()])
  const entered = new Map(
    rows.map(({ supplier, currency, paise }) => [keyOf(supplier, currency), toMicros(paise)]),
  )
  return (source, currency) => {
    const own = entered.get(keyOf(source, currency))
    if (own !== undefined) return { paise: own, units: MICROS, from: 'entered' }
    if (currency === 'INR') return { paise: 100n, units: 1n, from: 'rate' }
    const rate = isCurrency(currency) ? lastRateOf(known, currency) : null
    if (rate === null) return null
    return { paise: 100n * E8, units: BigInt(Math.round(rate * Number(E8))), from: 'rate' }
  }
}

const keyOf = (source: SupplierName, currency: string): string => `${source} ${currency}`

/** Converts to whole paise, rounded up so that a cost is never understated. Null for a currency of unknown cost. */
export function toPaise(
  costs: UnitCosts,
  source: SupplierName,
  { amount, currency }: ForeignAmount,
): number | null {
  const unit = costs(source, currency)
  return unit && Number(divideUp(toMicros(amount) * unit.paise, unit.units * MICROS))
}

/** The opposite of `toPaise`, rounded down so that the amount never costs more. Null for a currency of unknown cost. */
export function fromPaise(
  costs: UnitCosts,
  source: SupplierName,
  { paise, currency }: { paise: number; currency: string },
): string | null {
  const unit = costs(source, currency)
  if (!unit) return null
  const parts = (BigInt(paise) * unit.units * E4) / unit.paise
  return `${parts / E4}.${String(parts % E4).padStart(4, '0')}`
}

/** Rupees with up to six decimals, for display. */
export const toRupees = ({ paise, units }: UnitCost): number =>
  Number((paise * MICROS) / (units * 100n)) / Number(MICROS)

/**
 * Converts to paise as the database stores them. Rounds first, because a float of rupees carries noise in its last
 * digits.
 */
export const fromRupees = (rupees: number): string =>
  (Math.round(rupees * 1_000_000) / 10_000).toFixed(6)

const DECIMALS = 6
const MICROS = 10n ** BigInt(DECIMALS)
const NUMBER = /^(\d+)(?:\.(\d+))?$/

export const isAmount = (text: string): boolean => NUMBER.test(text)

/** Parses decimals into millionths. Finer decimals are rounded up. */
function toMicros(text: string): bigint {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? []
  if (!whole) throw new Error(`${text} is not an amount`)
  const rest = BigInt(fraction.slice(DECIMALS) || '0') > 0n ? 1n : 0n
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0')) + rest
}

const E4 = 10_000n // four decimals, the most that the amounts of shops have
const E8 = 100_000_000n // eight decimals, the most a rate has

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor
