import type { TaxRules } from '#contract/accounting/tax-rules.ts'
import { inRupees, type Entry } from './entries.ts'
import { amountsOf, isAbroad, type Amounts, type Gstr1 } from './gather-gstr-1.ts'

type Rules = Pick<TaxRules, 'gstr1Version' | 'hsnDescription'>

const toDate = (day: string): string => day.split('-').toReversed().join('-')

/** Amounts of taxes that do not apply are left out. */
const taxesOf = ({ igst, cgst, sgst }: Amounts, { isInterState }: { isInterState: boolean }) =>
  isInterState ? { iamt: inRupees(igst) } : { camt: inRupees(cgst), samt: inRupees(sgst) }

const itemsOf = (entry: Entry) => {
  const amounts = amountsOf(entry)
  const txval = inRupees(amounts.base)
  const detail = { rt: entry.rate, txval, ...taxesOf(amounts, entry), csamt: 0 }
  return [{ num: Math.round(entry.rate * 100) + 1, itm_det: detail }]
}

const invoiceOf = (entry: Entry) => ({
  inum: entry.number,
  idt: toDate(entry.day),
  val: inRupees(entry.content.total),
})

const noteOf = (entry: Entry) => ({
  ntty: 'C',
  nt_num: entry.number,
  nt_dt: toDate(entry.day),
  val: inRupees(entry.content.total),
})

function* groupedBy(entries: Entry[], key: 'gstin' | 'place') {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const group = groups.get(entry[key])
    if (group) group.push(entry)
    else groups.set(entry[key], [entry])
  }
  yield* groups
}

const TO_BUSINESS = { rchrg: 'N', inv_typ: 'R' } as const

const businessesOf = ({ b2b }: Gstr1) =>
  Array.from(groupedBy(b2b, 'gstin'), ([ctin, own]) => ({
    ctin,
    inv: own.map((entry) => ({
      ...invoiceOf(entry),
      pos: entry.place,
      ...TO_BUSINESS,
      itms: itemsOf(entry),
    })),
  }))

const businessNotesOf = ({ cdnr }: Gstr1) =>
  Array.from(groupedBy(cdnr, 'gstin'), ([ctin, own]) => ({
    ctin,
    nt: own.map((entry) => ({
      ...noteOf(entry),
      pos: entry.place,
      ...TO_BUSINESS,
      itms: itemsOf(entry),
    })),
  }))

const largeOf = ({ b2cl }: Gstr1) =>
  Array.from(groupedBy(b2cl, 'place'), ([pos, own]) => ({
    pos,
    inv: own.map((entry) => ({ ...invoiceOf(entry), itms: itemsOf(entry) })),
  }))

export const typeOfExport = ({ content }: Entry) => (content.isExport ? 'WOPAY' : 'WPAY')

export const typeOfNote = ({ content }: Entry) =>
  content.isExport ? 'EXPWOP' : content.isTaxedExport ? 'EXPWP' : 'B2CL'

const otherNotesOf = ({ cdnur }: Gstr1) =>
  cdnur.map((entry) => ({
    typ: typeOfNote(entry),
    ...noteOf(entry),
    ...(isAbroad(entry.content) ? {} : { pos: entry.place }),
    itms: itemsOf(entry),
  }))

/** Exports with payment of tax, and without. */
const exportsOf = ({ exp }: Gstr1) =>
  Array.from(
    Map.groupBy(exp, (entry) => typeOfExport(entry)),
    ([type, own]) => ({
      exp_typ: type,
      inv: own.map((entry) => ({
        ...invoiceOf(entry),
        itms: [
          {
            txval: inRupees(entry.content.base),
            rt: entry.rate,
            iamt: inRupees(entry.tax.igst),
            csamt: 0,
          },
        ],
      })),
    }),
  )

const summedOf = ({ b2cs }: Gstr1) =>
  b2cs.map((sum) => ({
    sply_ty: sum.isInterState ? 'INTER' : 'INTRA',
    typ: 'OE',
    pos: sum.place,
    rt: sum.rate,
    txval: inRupees(sum.base),
    ...taxesOf(sum, sum),
    csamt: 0,
  }))

const codesOf = (hsn: Gstr1['hsn'], desc: string) =>
  hsn.map(({ sac, rate, base, igst, cgst, sgst }, index) => ({
    num: index + 1,
    hsn_sc: sac,
    desc,
    uqc: 'NA',
    qty: 0,
    rt: rate,
    txval: inRupees(base),
    iamt: inRupees(igst),
    camt: inRupees(cgst),
    samt: inRupees(sgst),
    csamt: 0,
  }))

const NATURES = {
  invoice: { doc_num: 1, doc_typ: 'Invoices for outward supply' },
  'credit note': { doc_num: 5, doc_typ: 'Credit Note' },
} as const

const seriesOf = ({ series }: Gstr1) =>
  series.map(({ kind, from, to, count }) => ({
    ...NATURES[kind],
    docs: [{ num: 1, from, to, totnum: count, cancel: 0, net_issue: count }],
  }))

/** The return of a month such as 2026-10 as JSON. Empty sections are left out, as the tool does. */
export function writeGstr1(found: Gstr1, month: string, rules: Rules): string {
  const [year, index] = month.split('-')
  const [business, others] = [true, false].map((isBusiness) =>
    codesOf(
      found.hsn.filter((sum) => sum.isBusiness === isBusiness),
      rules.hsnDescription,
    ),
  )
  const hsn = { hsn_b2b: business, hsn_b2c: others }
  const sections = {
    b2b: businessesOf(found),
    b2cl: largeOf(found),
    b2cs: summedOf(found),
    cdnr: businessNotesOf(found),
    cdnur: otherNotesOf(found),
    exp: exportsOf(found),
  }
  return JSON.stringify({
    gstin: found.gstin,
    fp: `${index}${year}`,
    version: rules.gstr1Version,
    hash: 'hash',
    ...Object.fromEntries(Object.entries(sections).filter(([, rows]) => rows.length > 0)),
    ...(found.hsn.length > 0 ? { hsn } : {}),
    ...(found.series.length > 0 ? { doc_issue: { doc_det: seriesOf(found) } } : {}),
  })
}
