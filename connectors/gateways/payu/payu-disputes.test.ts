// Runs against a stand-in for PayU's chargeback portal that answers as each test decides.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { GatewayDispute } from '#connectors/gateways/gateway.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { createPayU } from './payu.ts'

const NOW = Date.parse('2026-03-01T12:00:00+05:30')
const DAY_MS = 24 * 60 * 60_000
const ACCOUNT = { merchantKey: 'KEY', salt: 'salt' }

type Said = { status?: number; body: unknown }

async function openPortal(t: TestContext, answer: (path: URL) => Said) {
  const { url, heard } = await openCompany(t, ({ path }) => answer(new URL(path, 'http://portal')))
  const portal = { url: `${url}/api/v1/chargebacks`, merchantId: '143419', token: 'token' }
  const { disputes } = createPayU({ url, apiUrl: url, portal, ...ACCOUNT }, () => NOW)
  return { disputes: disputes!, heard }
}

const listed = (attributes: object[], pages = 1): Said => ({
  body: {
    data: attributes.map((one) => ({ type: 'chargebacks', attributes: one })),
    meta: { pagination: { 'per-page': 500, 'total-chargebacks': 1, 'total-pages': pages } },
  },
})

const chargeback = (change: object = {}) => ({
  id: 1_295_751,
  'chargeback-amount': '199.0',
  'chargeback-type': 'CB',
  'chargeback-date': '20-Feb-2026',
  status: 'Pending Response',
  'reply-before': '24-Feb-2026',
  'chargeback-reason': 'Non Receipt of Goods or Services',
  'debit-date': '21-Feb-2026',
  'credit-date': 'NA',
  'transaction-details': { 'payu-id': '16652223102', 'transaction-id': 'P1' },
  ...change,
})

/** The days that each request asked for. */
const daysIn = (heard: { path: string }[]) =>
  heard.map(({ path }) => {
    const { searchParams } = new URL(path, 'http://portal')
    assert.equal(searchParams.get('merchant_id'), '143419')
    return `${searchParams.get('from_date')} ${searchParams.get('to_date')}`
  })

test('at most twenty days are listed at a time, in Indian time', async (t) => {
  const { disputes, heard } = await openPortal(t, () => listed([chargeback()]))
  const found = await disputes.list!(new Date(NOW - 43 * DAY_MS), new Date(NOW + DAY_MS / 2 - 1))
  assert.equal(found.length, 3)
  assert.deepEqual(daysIn(heard), [
    '10-02-2026 01-03-2026',
    '21-01-2026 09-02-2026',
    '17-01-2026 20-01-2026',
  ])
})

test('a list of several pages is read in halves until each has one', async (t) => {
  const { disputes, heard } = await openPortal(t, ({ searchParams }) => {
    const [from, to] = ['from_date', 'to_date'].map((name) =>
      Date.parse(searchParams.get(name)!.split('-').toReversed().join('-')),
    )
    return listed([chargeback()], to! - from! > DAY_MS ? 2 : 1)
  })
  const [from, to] = [new Date('2026-01-29T18:30:00Z'), new Date('2026-02-03T18:29:59Z')]
  assert.equal((await disputes.list!(from, to)).length, 3)
  assert.deepEqual(daysIn(heard), [
    '30-01-2026 03-02-2026',
    '02-02-2026 03-02-2026',
    '30-01-2026 01-02-2026',
    '01-02-2026 01-02-2026',
    '30-01-2026 31-01-2026',
  ])
})

test('more disputes in a day than the portal lists are an error, not a shorter list', async (t) => {
  const { disputes } = await openPortal(t, () => listed([chargeback()], 2))
  await assert.rejects(disputes.list!(new Date(NOW), new Date(NOW)), /more disputes on 01-03-2026/)
})

test('the debit and the credit date tell where the money is, and NA is no date', async (t) => {
  const changes: [change: object, told: Partial<GatewayDispute>][] = [
    [{}, { taken: 199_00, stage: 'chargeback', state: 'needs response', amount: 199_00 }],
    [{ 'debit-date': 'NA' }, { taken: 0 }],
    [{ 'debit-date': null }, { taken: 0 }],
    [{ 'credit-date': '25-Feb-2026' }, { taken: 0 }],
    [{ 'credit-date': null }, { taken: 199_00 }],
    [{ 'reply-before': 'NA' }, { respondBy: null }],
    [{ 'chargeback-type': 'Pre-arb' }, { stage: 'pre-arbitration' }],
    [{ 'chargeback-type': 'Arbitration' }, { stage: 'arbitration' }],
    [{ status: 'Pending Doc Review' }, { state: 'under review' }],
    [{ status: 'Closed Customer Favour' }, { state: 'lost' }],
  ]
  const { disputes } = await openPortal(t, () =>
    listed([chargeback({ status: 'New kind' }), ...changes.map(([change]) => chargeback(change))]),
  )
  const [unreadable, ...found] = await disputes.list!(new Date(NOW), new Date(NOW))
  assert.match(String(unreadable), /New kind/)
  assert.partialDeepStrictEqual(
    found,
    changes.map(([, told]) => told),
  )
  const first = found[0] as GatewayDispute
  assert.deepEqual([first.id, first.captureId, first.reference], ['1295751', '16652223102', 'P1'])
  assert.equal(first.respondBy!.toISOString(), '2026-02-24T18:29:59.000Z')
})

test('a dispute is looked for from the newest day back, for 120 days', async (t) => {
  const { disputes, heard } = await openPortal(t, ({ searchParams }) =>
    listed(searchParams.get('to_date') === '09-02-2026' ? [chargeback()] : []),
  )
  const found = await disputes.ask('1295751')
  assert.equal(found!.id, '1295751')
  assert.deepEqual(daysIn(heard), ['10-02-2026 01-03-2026', '21-01-2026 09-02-2026'])
  heard.length = 0
  assert.equal(await disputes.ask('another'), null)
  assert.equal(daysIn(heard).at(-1), '01-11-2025 01-11-2025')
})

const field = (identifier: string, type: string, mandatory = false) => ({
  identifier,
  'form-data-text': identifier,
  'field-type': type,
  options: [],
  'blank-allowed': false,
  mandatory,
})

const reason = (identifier: string, parent: string | null, text: string, form: object[]) => ({
  attributes: {
    identifier,
    'parent-id': parent,
    'reason-text': text,
    'field-type': 'radio-button',
    'reason-type': identifier.startsWith('a') ? 'accept' : 'reject',
    message: false,
    'form-data': form,
  },
})

const SERVICE = [
  field('details', 'input_tag', true),
  field('more', 'input_tag'),
  field('proof', 'file_tag'),
  field('invoice', 'file_tag'),
]
const COMMENTS = [field('comments', 'text_area_tag')]

const reasonsWith = (service: object[], comments: object[] = COMMENTS) => [
  reason('a1', null, 'Services delivered', [field('wrong', 'file_tag')]),
  reason('part', null, 'Product/Services Partially delivered', COMMENTS),
  reason('part-service', 'part', 'Services', SERVICE),
  reason('whole', null, 'Product/Services delivered', comments),
  reason('product', 'whole', 'Product', [field('courier', 'input_tag', true)]),
  reason('service', 'whole', 'Services', service),
]

const ANSWER = { key: 'k', words: 'Delivered', file: new Uint8Array(Buffer.from('%PDF-1')) }

test('an answer fills the forms for a delivered service, and leaves out what PayU does not need', async (t) => {
  const { disputes, heard } = await openPortal(t, ({ pathname }) => ({
    body: pathname.endsWith('/reasons') ? { data: reasonsWith(SERVICE) } : { data: {} },
  }))
  assert.equal(await disputes.answer!('77', ANSWER), null)
  assert.deepEqual(
    heard.map(({ method, path, headers }) => [method, path, headers['x-optimus-api-key']]),
    [
      ['GET', '/api/v1/reasons', 'token'],
      ['PATCH', '/api/v1/chargebacks/dispute', 'token'],
    ],
  )
  const file = { filename: 'evidence.pdf', content_type: 'application/pdf' }
  assert.deepEqual(JSON.parse(heard[1]!.body), {
    chargeback_id: '77',
    merchant_key: 'KEY',
    dispute_type: 'contest',
    reason_code: [
      { uuid: 'whole', form_data: [{ identifier: 'comments', value: 'Delivered' }] },
      {
        uuid: 'service',
        form_data: [
          { identifier: 'details', value: 'Delivered' },
          { identifier: 'proof', value: Buffer.from('%PDF-1').toString('base64'), ...file },
        ],
      },
    ],
  })
})

test('a form that asks for something else, or takes no file, is not sent', async (t) => {
  let data: object[] = []
  const { disputes, heard } = await openPortal(t, () => ({ body: { data } }))
  for (const reasons of [
    [],
    reasonsWith(SERVICE).slice(0, 4),
    reasonsWith([...SERVICE, field('sure', 'checkbox_tag', true)]),
    reasonsWith(SERVICE.slice(0, 2)),
    reasonsWith(SERVICE.slice(2), []),
  ]) {
    data = reasons
    assert.match((await disputes.answer!('77', ANSWER))!, /PayU’s portal/)
  }
  assert.ok(heard.every(({ method }) => method === 'GET'))
})

test('a refusal is told in PayU’s words, and a closed portal is no refusal', async (t) => {
  let said: Said = { body: {} }
  const { disputes } = await openPortal(t, ({ pathname }) =>
    pathname.endsWith('/reasons') ? { body: { data: reasonsWith(SERVICE) } } : said,
  )
  said = { status: 422, body: { message: 'The deadline is over' } }
  assert.equal(await disputes.answer!('77', ANSWER), 'The deadline is over')
  said = { status: 400, body: { errors: ['late'] } }
  assert.equal(await disputes.answer!('77', ANSWER), '{"errors":["late"]}')
  for (const status of [401, 429, 500]) {
    said = { status, body: { message: 'no' } }
    await assert.rejects(disputes.answer!('77', ANSWER), new RegExp(String(status)))
  }
})
