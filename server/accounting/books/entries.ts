import { dayOf, periodStart } from '#contract/core/period.ts'
import { looksLikeGstin, stateOf } from '#contract/core/tax/gstin.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { selectLaterCorrections, selectNextEntries, type EntryRow, type Period } from './sql.ts'

/** A document as the books need it. Amounts are in paise. */
export type Entry = EntryRow & {
  day: string // the shop's
  sign: 1 | -1 // -1 takes back
  rate: number // percent, of all taxes together
  place: string // GST code of the place of supply, empty outside of GST
  isInterState: boolean
  sac: string
  gstin: string // the customer's, empty for consumers and for other tax numbers
  tax: { igst: number; cgst: number; sgst: number; other: number }
}

const PAGE = 500

export function periodOfMonth(month: string): Period {
  const [year, index] = month.split('-').map(Number) as [number, number]
  const next = index === 12 ? `${year + 1}-01` : `${year}-${String(index + 1).padStart(2, '0')}`
  return { start: periodStart(month), end: periodStart(next) }
}

/** Reads a month's documents from the oldest to the newest. */
export async function* readEntries(sql: Sql, month: string): AsyncGenerator<Entry> {
  const period = periodOfMonth(month)
  let after = { datedAt: period.start, transfer: 0 }
  for (;;) {
    const rows = await selectNextEntries(sql, { ...period, after, max: PAGE })
    yield* rows.map(toEntry)
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last
  }
}

/** Documents after a month that take back some of it. */
export const readLaterCorrections = async (sql: Sql, month: string): Promise<Entry[]> =>
  (await selectLaterCorrections(sql, periodOfMonth(month))).map(toEntry)

export function toEntry(row: EntryRow): Entry {
  const { seller, taxes, placeOfSupply, lines, buyerTaxId = '' } = row.content
  const sumOf = (...names: string[]) =>
    taxes.filter(({ name }) => names.includes(name)).reduce((sum, { amount }) => sum + amount, 0)
  const [igst, cgst, sgst] = [sumOf('IGST'), sumOf('CGST'), sumOf('SGST', 'UTGST')]
  const all = taxes.reduce((sum, { amount }) => sum + amount, 0)
  const place = /\((\d\d)\)$/.exec(placeOfSupply)?.[1] ?? ''
  return {
    ...row,
    day: dayOf(row.datedAt),
    sign: row.corrects ? -1 : 1,
    rate: taxes.reduce((sum, { percent }) => sum + percent, 0),
    place,
    isInterState: place !== stateOf(seller.taxId),
    sac: lines[0]?.code ?? '',
    gstin: looksLikeGstin(buyerTaxId) ? buyerTaxId : '',
    tax: { igst, cgst, sgst, other: all - igst - cgst - sgst },
  }
}

/** Paise as a decimal number of rupees, such as 168.64. */
export const inRupees = (paise: number): number => Math.round(paise) / 100
