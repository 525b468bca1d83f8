// The sections of GSTR-1 as CSV files, with the columns of the offline tool.
import type { TaxRules } from '#contract/accounting/tax-rules.ts'
import { STATES } from '#contract/core/tax/states.ts'
import { CSV_START, toCsvRow } from '#server/platform/http/csv.ts'
import { inRupees, type Entry } from './entries.ts'
import { isAbroad, type Gstr1 } from './gather-gstr-1.ts'
import { typeOfExport, typeOfNote } from './write-gstr-1.ts'

type Cell = string | number

const placeOf = ({ place }: { place: string }): string =>
  place === '96' ? '96-Other Countries' : `${place}-${STATES[place] ?? ''}`

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A day as the tool reads it: 05-Oct-2026. */
function dateOf({ day }: Entry): string {
  const [year, month, date] = day.split('-')
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`
}

const valueOf = ({ content }: Entry): number => inRupees(content.total)
const taxableOf = (entry: Entry): Cell[] => [entry.rate, inRupees(entry.content.base), 0]

/** Columns that the shop has nothing for. */
const NONE = ''

const file = (columns: string, rows: Cell[][]): string =>
  CSV_START + [columns.split(', '), ...rows].map(toCsvRow).join('')

const b2b = ({ b2b }: Gstr1) =>
  file(
    'GSTIN/UIN of Recipient, Receiver Name, Invoice Number, Invoice date, Invoice Value, Place Of Supply, Reverse Charge, Applicable % of Tax Rate, Invoice Type, E-Commerce GSTIN, Rate, Taxable Value, Cess Amount',
    b2b.map((entry) => [
      entry.gstin,
      entry.businessName ?? NONE,
      entry.number,
      dateOf(entry),
      valueOf(entry),
      placeOf(entry),
      'N',
      NONE,
      'Regular B2B',
      NONE,
      ...taxableOf(entry),
    ]),
  )

const b2cl = ({ b2cl }: Gstr1) =>
  file(
    'Invoice Number, Invoice date, Invoice Value, Place Of Supply, Applicable % of Tax Rate, Rate, Taxable Value, Cess Amount, E-Commerce GSTIN',
    b2cl.map((entry) => [
      entry.number,
      dateOf(entry),
      valueOf(entry),
      placeOf(entry),
      NONE,
      ...taxableOf(entry),
      NONE,
    ]),
  )

const b2cs = ({ b2cs }: Gstr1) =>
  file(
    'Type, Place Of Supply, Applicable % of Tax Rate, Rate, Taxable Value, Cess Amount, E-Commerce GSTIN',
    b2cs.map((sum) => ['OE', placeOf(sum), NONE, sum.rate, inRupees(sum.base), 0, NONE]),
  )

const cdnr = ({ cdnr }: Gstr1) =>
  file(
    'GSTIN/UIN of Recipient, Receiver Name, Note Number, Note Date, Note Type, Place Of Supply, Reverse Charge, Note Supply Type, Note Value, Applicable % of Tax Rate, Rate, Taxable Value, Cess Amount',
    cdnr.map((entry) => [
      entry.gstin,
      entry.businessName ?? NONE,
      entry.number,
      dateOf(entry),
      'C',
      placeOf(entry),
      'N',
      'Regular B2B',
      valueOf(entry),
      NONE,
      ...taxableOf(entry),
    ]),
  )

const cdnur = ({ cdnur }: Gstr1) =>
  file(
    'UR Type, Note Number, Note Date, Note Type, Place Of Supply, Note Value, Applicable % of Tax Rate, Rate, Taxable Value, Cess Amount',
    cdnur.map((entry) => [
      typeOfNote(entry),
      entry.number,
      dateOf(entry),
      'C',
      isAbroad(entry.content) ? NONE : placeOf(entry),
      valueOf(entry),
      NONE,
      ...taxableOf(entry),
    ]),
  )

const exp = ({ exp }: Gstr1) =>
  file(
    'Export Type, Invoice Number, Invoice date, Invoice Value, Port Code, Shipping Bill Number, Shipping Bill Date, Rate, Taxable Value, Cess Amount',
    exp.map((entry) => [
      typeOfExport(entry),
      entry.number,
      dateOf(entry),
      valueOf(entry),
      NONE,
      NONE,
      NONE,
      ...taxableOf(entry),
    ]),
  )

const hsn = (sums: Gstr1['hsn'], description: string) =>
  file(
    'HSN, Description, UQC, Total Quantity, Total Value, Rate, Taxable Value, Integrated Tax Amount, Central Tax Amount, State/UT Tax Amount, Cess Amount',
    sums.map(({ sac, rate, base, igst, cgst, sgst }) => [
      sac,
      description,
      'NA',
      0,
      inRupees(base + igst + cgst + sgst),
      rate,
      ...[base, igst, cgst, sgst].map(inRupees),
      0,
    ]),
  )

const NATURES = { invoice: 'Invoices for outward supply', 'credit note': 'Credit Note' } as const

const docs = ({ series }: Gstr1) =>
  file(
    'Nature of Document, Sr. No. From, Sr. No. To, Total Number, Cancelled',
    series.map(({ kind, from, to, count }) => [NATURES[kind], from, to, count, 0]),
  )

/** All sections by the names of their files. */
export const writeGstr1Files = (
  found: Gstr1,
  { hsnDescription }: Pick<TaxRules, 'hsnDescription'>,
): Record<string, string> => ({
  'b2b.csv': b2b(found),
  'b2cl.csv': b2cl(found),
  'b2cs.csv': b2cs(found),
  'cdnr.csv': cdnr(found),
  'cdnur.csv': cdnur(found),
  'exp.csv': exp(found),
  'hsn-b2b.csv': hsn(
    found.hsn.filter(({ isBusiness }) => isBusiness),
    hsnDescription,
  ),
  'hsn-b2c.csv': hsn(
    found.hsn.filter(({ isBusiness }) => !isBusiness),
    hsnDescription,
  ),
  'docs.csv': docs(found),
})
