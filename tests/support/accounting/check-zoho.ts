import assert from 'node:assert/strict'
import Papa from 'papaparse'
import { periodOfMonth, readEntries } from '#server/accounting/books/entries.ts'
import { writeZohoCreditNotes, writeZohoInvoices } from '#server/accounting/books/zoho.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { sum } from './sum-return.ts'

type Row = Record<string, string>

/** Reads a CSV file with its header. */
export const readCsv = (text: string) =>
  Papa.parse<Row>(text.replace(/^\u{feff}/u, ''), { header: true, skipEmptyLines: true }).data

export async function collect(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

/** Lines of the ledger that sell or take back, each with its document and the tax in it. */
const selectLines = (sql: Sql, { start, end }: ReturnType<typeof periodOfMonth>) => sql<
  {
    kind: 'order' | 'refund'
    paise: number
    reference: string
    number: string
    corrects: string | null
    tax: number
    taxes: string[]
  }[]
>`
  select transfer.kind, document.number, corrects, invoice as reference,
    case transfer.currency when 'INR' then transfer.amount else amount_inr end as paise,
    (content ->> 'total')::bigint - (content ->> 'base')::bigint as tax,
    array(select tax ->> 'name' from jsonb_array_elements(content -> 'taxes') tax) as taxes
  from transfer
  join orders on orders.id = transfer.order_id
  left join document on transfer = transfer.number
  where transfer.kind in ('order', 'refund') and line = 1
    and transfer.created_at >= ${start} and transfer.created_at < ${end}
  order by transfer.created_at, transfer.number`

/** The tax in Zoho's words, by the taxes of the document. */
const NAMES: Record<string, [name: string, type: string]> = {
  '': ['', ''],
  IGST: ['IGST18', 'ItemAmount'],
  'CGST,SGST': ['GST18', 'Tax Group'],
}

/** Zoho takes the tax out of the price by its percentage. */
function taxIn(row: Row): number {
  const paise = sum([row['Item Price']])
  return paise - Math.round((paise * 100) / (100 + Number(row['Item Tax %'])))
}

/**
 * Compares the files for Zoho Books with the ledger, line by line and to the paisa. Returns how many invoices and credit
 * notes there are.
 */
export async function checkZoho(sql: Sql, month: string) {
  const lines = await selectLines(sql, periodOfMonth(month))
  const files = {
    order: readCsv(await collect(writeZohoInvoices(readEntries(sql, month)))),
    refund: readCsv(await collect(writeZohoCreditNotes(readEntries(sql, month)))),
  }
  for (const [kind, rows] of Object.entries(files)) {
    const number = kind === 'order' ? 'Invoice Number' : 'Credit Note Number'
    assert.deepEqual(
      rows.map((row) => ({
        number: row[number],
        corrects: row['Associated Invoice Number'] ?? null,
        reference: row['Item Desc'],
        paise: sum([row['Item Price']]) * Number(row['Quantity']) - sum([row['Discount']]),
        tax: taxIn(row),
        as: [row['Item Tax'], row['Item Tax Type']],
        inRupees: [row['Currency Code'], row['Exchange Rate'], row['Is Inclusive Tax']],
      })),
      lines
        .filter((line) => line.kind === kind)
        .map(({ kind: _kind, taxes, ...line }) => ({
          ...line,
          as: NAMES[taxes.join()],
          inRupees: ['INR', '1', 'true'],
        })),
    )
  }
  return { invoices: files.order.length, notes: files.refund.length }
}
