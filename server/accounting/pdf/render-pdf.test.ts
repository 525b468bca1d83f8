import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { TaxDocument } from '#contract/accounting/documents.ts'
import { renderPdf } from './render-pdf.ts'
import { toPage } from './to-page.ts'

const DOCUMENT: TaxDocument = {
  number: 'GS/26-27/0000001',
  kind: 'invoice',
  title: 'Tax invoice',
  datedAt: '2026-11-26T20:00:00.000Z',
  corrects: null,
  seller: {
    name: 'Moon Shop',
    businessName: 'Moon Traders',
    address: '1 Night Road\nBengaluru',
    email: 'legal@moon.example',
    taxId: '29AAACA0000A1ZU',
    taxIdName: 'GSTIN',
  },
  buyer: {
    name: 'प्रिया शर्मा',
    email: 'priya@example.com',
    player: 'محمد عبد الله (12345678, 2001)',
  },
  placeOfSupply: 'Karnataka (29)',
  lines: [
    { name: '120 Opals, Moon Quest', code: '998439', amount: 199_00, isDiscount: false },
    { name: 'Coupon DIWALI', code: '', amount: 25_00, isDiscount: true },
  ],
  base: 147_46,
  taxes: [
    { name: 'CGST', percent: 9, amount: 13_27 },
    { name: 'SGST', percent: 9, amount: 13_27 },
  ],
  total: 174_00,
  paidDollars: null,
  orderReference: 'GS261126CEXZLBNYBBN',
  paidWith: 'Wallet',
}

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

test('a document has the bytes that it had when the layout was made', async () => {
  const pdf = await renderPdf(DOCUMENT)
  assert.equal(hash(pdf), '5fbd70ce3c2b7192e22396e07d42febc2964fe262e072c81263e7066147ea9e7')
  assert.ok(pdf.length < 60_000, `${pdf.length} bytes`)
  assert.match(Buffer.from(pdf).subarray(0, 8).toString('latin1'), /^%PDF-1\.7/)
})

test('many documents at once are typeset, each with its own content', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => `GS/26-27/00000${10 + index}`)
  const pdfs = await Promise.all(numbers.map((number) => renderPdf({ ...DOCUMENT, number })))
  assert.equal(new Set(pdfs.map(hash)).size, numbers.length)
  const again = await renderPdf({ ...DOCUMENT, number: numbers[7]! })
  assert.equal(hash(again), hash(pdfs[7]!))
})

test('text of customers is printed as it is, whatever it means to the typesetter', async () => {
  const names = [
    '#panic("x")',
    '$ * _ @ ` \\ " ]',
    '#read("/etc/passwd")',
    '</x>',
    '\u0000\u0007',
    '🎮',
  ]
  for (const name of names)
    await renderPdf({ ...DOCUMENT, buyer: { ...DOCUMENT.buyer!, name, address: name } })
})

test('a page names seller, buyer, lines, sums and facts', () => {
  const business = { businessName: 'Rao Games', address: '5 Day Road' }
  const page = toPage({
    ...DOCUMENT,
    kind: 'credit note',
    title: 'Credit note',
    corrects: { number: 'GS/26-27/0000001', datedAt: '2026-11-25T20:00:00.000Z' },
    buyer: { ...DOCUMENT.buyer!, name: 'Asha Rao', ...business },
    buyerTaxId: '27AAPFU0939F1ZV',
    paidDollars: 2_3700,
    note: 'Some words',
  })
  assert.deepEqual(page, {
    title: 'Credit note',
    number: 'GS/26-27/0000001',
    day: [2026, 11, 27], // in India
    date: '27 Nov 2026',
    seller: [
      'Moon Shop',
      'Moon Traders',
      '1 Night Road\nBengaluru',
      'legal@moon.example',
      'GSTIN 29AAACA0000A1ZU',
    ],
    buyer: [
      'Rao Games',
      'Asha Rao',
      '5 Day Road',
      'Tax number 27AAPFU0939F1ZV',
      'priya@example.com',
      'Pack for \u2068محمد عبد الله\u2069 (12345678, 2001)',
    ],
    lines: [
      { name: '120 Opals, Moon Quest', more: 'SAC 998439', amount: '₹199.00' },
      { name: 'Coupon DIWALI', more: '', amount: '−₹25.00' },
    ],
    sums: [
      { name: 'Total', amount: '₹174.00' },
      { name: 'Paid in dollars', amount: '$2.37' },
      { name: 'Without tax', amount: '₹147.46' },
      { name: 'Included: CGST 9%', amount: '₹13.27' },
      { name: 'Included: SGST 9%', amount: '₹13.27' },
    ],
    facts: [
      { name: 'Corrects', words: 'GS/26-27/0000001 of 26 Nov 2026' },
      { name: 'Place of supply', words: 'Karnataka (29)' },
      { name: 'Reverse charge', words: 'No' },
      { name: 'Order', words: 'GS261126CEXZLBNYBBN' },
    ],
    note: 'Some words',
  })
  assert.deepEqual(toPage({ ...DOCUMENT, buyer: null }).buyer, [])
})
