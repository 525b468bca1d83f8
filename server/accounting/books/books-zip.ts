import { makeZip } from 'client-zip'
import type * as contract from '#contract/accounting/books.ts'
import type { TaxRules } from '#contract/accounting/tax-rules.ts'
import { getDocument } from '#server/accounting/documents/list-documents.ts'
import { fileNameOf } from '#server/accounting/documents/document-file.ts'
import { renderPdf } from '#server/accounting/pdf/render-pdf.ts'
import { readTaxRules } from '#server/accounting/tax-rules/tax-rules.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { writeDayBook } from './day-book.ts'
import { periodOfMonth, readEntries, readLaterCorrections } from './entries.ts'
import { gatherGstr1 } from './gather-gstr-1.ts'
import { writeGstr1Files } from './gstr-1-csv.ts'
import { writeJournal } from './journal.ts'
import { writeReverseCharge } from './reverse-charge.ts'
import { writeGatewayPayments, writeSettlements } from './settlements.ts'
import { readMovements } from './tally-movements.ts'
import { writeTally, writeTallyMasters } from './tally.ts'
import { writeGstr1 } from './write-gstr-1.ts'
import { writeZohoCreditNotes, writeZohoInvoices } from './zoho.ts'

type File = { name: string; input: string | Uint8Array | AsyncIterable<string> }

/** The session is checked before each piece, so rows are sent many at a time. */
const PIECE_BYTES = 64 * 1024

/** Packs files as they are made, so that a month of any size fits into little memory. */
async function* zip(files: AsyncIterable<File>, at: Date): AsyncGenerator<Uint8Array> {
  const dated = async function* () {
    for await (const file of files) yield { ...file, lastModified: at }
  }
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of makeZip(dated())) {
    pieces.push(piece)
    size += piece.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  yield Buffer.concat(pieces)
}

export const getBooksOfMonth: Handler<typeof contract.getBooksOfMonth> = async function* (
  ctx,
  { month },
) {
  const { legal, shopName, tax } = await ctx.settings()
  const company = legal.businessName || shopName
  const rules = await readTaxRules(ctx.sql)
  const books = makeBooks(ctx, month, { company, percent: tax.percent, rules })
  yield* zip(books, periodOfMonth(month).end)
}

type Shop = { company: string; percent: number; rules: TaxRules }

async function* makeBooks(
  ctx: Pick<Context, 'sql' | 'connectors'>,
  month: string,
  { company, percent, rules }: Shop,
): AsyncGenerator<File> {
  const { sql } = ctx
  const period = periodOfMonth(month)
  const entries = () => readEntries(sql, month)
  const forTally = () => ({ entries: entries(), movements: readMovements(ctx, period) })
  for (const found of await gatherGstr1(entries(), rules)) {
    const folder = `gstr-1-${found.gstin}`
    yield { name: `${folder}/gstr-1.json`, input: writeGstr1(found, month, rules) }
    for (const [name, input] of Object.entries(writeGstr1Files(found, rules)))
      yield { name: `${folder}/${name}`, input }
  }
  yield { name: 'day-book.csv', input: writeDayBook(entries()) }
  const later = await readLaterCorrections(sql, month)
  yield { name: 'corrected-later.csv', input: writeDayBook(later) }
  yield { name: 'journal.csv', input: writeJournal(ctx, period) }
  yield { name: 'settlements.csv', input: writeSettlements(sql, period) }
  yield { name: 'gateway-payments.csv', input: writeGatewayPayments(sql, period) }
  yield { name: 'reverse-charge.csv', input: writeReverseCharge(sql, { ...period, percent }) }
  yield { name: 'tally/1-ledgers.xml', input: writeTallyMasters(forTally(), company) }
  yield { name: 'tally/2-vouchers.xml', input: writeTally(forTally(), company) }
  yield { name: 'zoho/invoices.csv', input: writeZohoInvoices(entries()) }
  yield { name: 'zoho/credit-notes.csv', input: writeZohoCreditNotes(entries()) }
}

export const getDocumentsOfMonth: Handler<typeof contract.getDocumentsOfMonth> = async function* (
  { sql },
  { month },
) {
  yield* zip(makeDocuments({ sql }, month), periodOfMonth(month).end)
}

async function* makeDocuments({ sql }: Pick<Context, 'sql'>, month: string): AsyncGenerator<File> {
  for await (const { number } of readEntries(sql, month)) {
    const document = await getDocument(sql, { number })
    yield { name: fileNameOf(number), input: await renderPdf(document) }
  }
}
