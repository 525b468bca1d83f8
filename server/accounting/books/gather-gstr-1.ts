// The monthly return of outward supplies (GSTR-1), as the government's offline tool reads it. Sales outside of GST and
// sales without tax are not in it: see the day book.
import { looksLikeGstin } from '#contract/core/tax/gstin.ts'
import type { TaxRules } from '#contract/accounting/tax-rules.ts'
import { dayOf } from '#contract/core/period.ts'
import { validIn } from '#contract/core/tax/valid-in.ts'
import type { Entry } from './entries.ts'

type Rules = Pick<TaxRules, 'largeSales'>

export type Amounts = { base: number; igst: number; cgst: number; sgst: number }

export const amountsOf = ({ content, tax }: Entry): Amounts => ({
  base: content.base,
  igst: tax.igst,
  cgst: tax.cgst,
  sgst: tax.sgst,
})

const add = (sum: Amounts, { base, igst, cgst, sgst }: Amounts, sign: number): void => {
  sum.base += sign * base
  sum.igst += sign * igst
  sum.cgst += sign * cgst
  sum.sgst += sign * sgst
}

type Totals = Amounts & {
  place: string
  isInterState: boolean
  rate: number
  sac: string
  isBusiness: boolean
}

/** A month's documents by the sections of the return. */
export type Gstr1 = {
  gstin: string // the shop's
  b2b: Entry[]
  b2cl: Entry[]
  cdnr: Entry[] // notes to businesses
  cdnur: Entry[] // notes on b2cl and exports
  exp: Entry[]
  b2cs: Totals[] // all others, summed. Notes are taken off
  hsn: Totals[]
  series: { kind: 'invoice' | 'credit note'; from: string; to: string; count: number }[]
}

const isInReturn = ({ kind, content, tax }: Entry): boolean =>
  (kind === 'invoice' || kind === 'credit note') &&
  (content.isExport === true || tax.igst + tax.cgst + tax.sgst > 0)

type Gathering = Gstr1 & { summed: { b2cs: Map<string, Totals>; hsn: Map<string, Totals> } }

const begin = (gstin: string): Gathering => ({
  gstin,
  b2b: [],
  b2cl: [],
  cdnr: [],
  cdnur: [],
  exp: [],
  b2cs: [],
  hsn: [],
  series: [],
  summed: { b2cs: new Map(), hsn: new Map() },
})

/** Sorts a month's documents into the sections of the return, one return for each GSTIN that the shop had. */
export async function gatherGstr1(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  rules: Rules,
): Promise<Gstr1[]> {
  const returns = new Map<string, Gathering>()
  for await (const entry of entries) {
    const { taxId } = entry.content.seller
    if (!looksLikeGstin(taxId)) continue
    const found = returns.get(taxId) ?? begin(taxId)
    returns.set(taxId, found)
    take(found, entry, rules)
  }
  return Array.from(returns.values(), ({ summed: { b2cs, hsn }, ...found }) => ({
    ...found,
    b2cs: [...b2cs.values()],
    hsn: [...hsn.values()],
  }))
}

function take(found: Gathering, entry: Entry, rules: Rules): void {
  const { kind, place, rate, sac, gstin } = entry
  if (kind === 'invoice' || kind === 'credit note') count(found, kind, entry.number)
  if (!isInReturn(entry)) return
  const section = sectionOf(entry, rules)
  if (section) found[section].push(entry)
  else sumUp(found.summed.b2cs, `${place} ${rate}`, entry)
  sumUp(found.summed.hsn, `${gstin !== ''} ${sac} ${rate}`, entry)
}

function count({ series }: Gstr1, kind: 'invoice' | 'credit note', number: string): void {
  const own = series.find((one) => one.kind === kind)
  if (own) Object.assign(own, { to: number, count: own.count + 1 })
  else series.push({ kind, from: number, to: number, count: 1 })
}

/** Exports have sections of their own, with tax or without. */
export const isAbroad = ({ isExport, isTaxedExport }: Entry['content']): boolean =>
  isExport === true || isTaxedExport === true

/** Undefined for what is only summed. */
function sectionOf(entry: Entry, rules: Rules) {
  const { sign, gstin, content } = entry
  const isNote = sign < 0
  if (gstin) return isNote ? 'cdnr' : 'b2b'
  if (isAbroad(content)) return isNote ? 'cdnur' : 'exp'
  if (isLarge(entry, rules)) return isNote ? 'cdnur' : 'b2cl'
  return undefined
}

/** Sales to consumers of another State. A note follows its invoice, whatever the law has been since. */
function isLarge({ isInterState, content, ...entry }: Entry, { largeSales }: Rules): boolean {
  const { above } = validIn(largeSales, dayOf(entry.correctsAt ?? entry.datedAt))
  return isInterState && content.total > above
}

function sumUp(sums: Map<string, Totals>, key: string, entry: Entry): void {
  const { place, isInterState, rate, sac, gstin, sign } = entry
  const zero = { base: 0, igst: 0, cgst: 0, sgst: 0, isBusiness: gstin !== '' }
  const sum = sums.get(key) ?? { ...zero, place, isInterState, rate, sac }
  sums.set(key, sum)
  add(sum, amountsOf(entry), sign)
}
