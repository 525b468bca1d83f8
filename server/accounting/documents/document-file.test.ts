import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  getAnyDocumentFile,
  getBooksOfMonth,
  getDocumentsOfMonth,
} from '#contract/accounting/books.ts'
import { getDocumentFile, listDocuments, mailDocument } from '#contract/accounting/documents.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { periodOf } from '#contract/core/period.ts'
import { toRequest } from '#contract/core/request.ts'
import { signUp, type Person } from '#tests/support/accounts/people.ts'
import { readZip } from '#tests/support/calls/zip.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

const LEGAL = { businessName: 'Moon', address: '', email: '', taxId: '29AAACA0000A1ZU' }

/** Fetches a file that is not text. */
async function fetchFile<E extends Endpoint>(
  { url, tokens }: Person,
  endpoint: E,
  input: Input<E>,
) {
  const response = await fetch(`${url}${toRequest(endpoint, input).address}`, {
    headers: { authorization: `Bearer ${tokens!.accessToken}` },
  })
  const content = Buffer.from(await response.arrayBuffer())
  return { status: response.status, type: response.headers.get('content-type'), content }
}

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function untilIssued(person: Person, id: string): Promise<string> {
  const read = async () => (await person.call(listDocuments, { id })).data
  await until('all documents are issued', async () => !(await read()).isBeingIssued)
  return (await read()).documents.at(-1)!.number
}

test('a document is a PDF file for its owner and administrators, with the same bytes for good', async (t) => {
  const { shop, admin, asha, item } = await openPackShop(t)
  await admin.call(editSettings, { legal: LEGAL, tax: { name: 'GST', percent: 18, sac: '998439' } })
  const { data } = await order(asha, { item })
  const number = await untilIssued(asha, data._id)
  const own = await fetchFile(asha, getDocumentFile, { number })
  assert.deepEqual([own.status, own.type], [200, 'application/pdf'])
  assert.ok(own.content.toString('latin1').startsWith('%PDF-'))
  await admin.call(editSettings, { shopName: 'Another', legal: { ...LEGAL, businessName: 'Sun' } })
  const later = await fetchFile(admin, getAnyDocumentFile, { number })
  assert.equal(hash(later.content), hash(own.content))

  assert.equal((await asha.call(mailDocument, { number })).status, 200)
  const mail = await shop.inbox.find(asha.email, `Tax invoice ${number}`)
  const { length: bytes } = own.content
  const name = `${number.replaceAll('/', '-')}.pdf`
  assert.deepEqual(mail.attachments, [{ name, bytes, sha256: hash(own.content) }])

  const stranger = await signUp(shop, 'Rohan')
  for (const call of [
    fetchFile(stranger, getDocumentFile, { number }),
    fetchFile(admin, getDocumentFile, { number }),
    fetchFile(asha, getDocumentFile, { number: 'GS/26-27/9999999' }),
    stranger.call(mailDocument, { number }),
  ])
    assert.equal((await call).status, 404)
  assert.equal((await fetchFile(asha, getAnyDocumentFile, { number })).status, 403)

  const month = periodOf(new Date())
  const { status, type, content } = await fetchFile(admin, getDocumentsOfMonth, { month })
  assert.deepEqual([status, type], [200, 'application/zip'])
  const files = readZip(content)
  assert.deepEqual([...files.keys()], [name])
  assert.equal(hash(files.get(name)!), hash(own.content))
  const books = readZip((await fetchFile(admin, getBooksOfMonth, { month })).content)
  assert.deepEqual(
    [...books.keys()].filter((file) => !file.startsWith('gstr-1-29AAACA0000A1ZU/')),
    [
      'day-book.csv',
      'corrected-later.csv',
      'journal.csv',
      'settlements.csv',
      'gateway-payments.csv',
      'reverse-charge.csv',
      'tally/1-ledgers.xml',
      'tally/2-vouchers.xml',
      'zoho/invoices.csv',
      'zoho/credit-notes.csv',
    ],
  )
  assert.equal(books.size, 20)
  assert.match(books.get('day-book.csv')!.toString(), new RegExp(number))

  await shop.sql`delete from document_buyer` // as after the years of the retention table
  assert.equal((await asha.call(mailDocument, { number })).status, 200)
  await until('a mail without the name comes too', async () => {
    const mails = await shop.inbox.read(asha.email)
    const files = mails.flatMap(({ attachments = [] }) => attachments)
    return files.length === 2 && files.some(({ sha256 }) => sha256 !== hash(own.content))
  })
})
