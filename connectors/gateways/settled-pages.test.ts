import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import { createCashfree } from './cashfree/cashfree.ts'
import { createPayU } from './payu/payu.ts'
import { createRazorpay } from './razorpay/razorpay.ts'

const FROM = new Date('2026-10-10T20:00:00Z') // the 11th in India
const TO = new Date('2026-10-12T06:00:00Z')

const item = (index: number, more: object = {}) => ({
  entity_id: `pay_${index}`,
  type: 'payment',
  debit: 0,
  credit: 48_820,
  currency: 'INR',
  fee: 1_180,
  tax: 180,
  settled: true,
  settled_at: 1_791_700_000,
  settlement_id: 'setl_1',
  settlement_utr: 'UTR1',
  ...more,
})

test('settlements of Razorpay are read day by day and page by page', async (t) => {
  const thousand = Array.from({ length: 1_000 }, (_, index) => item(index))
  const last = [
    item(1_000, { settled: false }),
    item(1_001, { type: 'adjustment', entity_id: 'adj_1', payment_id: 'pay_1', dispute_id: 'd' }),
    item(1_002, { type: 'adjustment', entity_id: 'adj_2', credit: 0, debit: 500, fee: 0, tax: 0 }),
  ]
  const { url, heard } = await openCompany(t, ({ path }) => {
    const { searchParams } = new URL(path, 'http://localhost')
    if (searchParams.get('day') !== '12') return { body: { items: [] } }
    return { body: { items: searchParams.get('skip') === '0' ? thousand : last } }
  })
  const razorpay = createRazorpay({ url, keyId: 'k', keySecret: 's', webhookSecrets: [] })
  const lines = await razorpay.listSettled!(FROM, TO)
  assert.deepEqual(
    heard.map(({ path }) => new URL(path, 'http://localhost').search),
    ['day=11&count=1000&skip=0', 'day=12&count=1000&skip=0', 'day=12&count=1000&skip=1000'].map(
      (rest) => `?year=2026&month=10&${rest}`,
    ),
  )
  assert.equal(lines.length, 1_002)
  const facts = lines.slice(-3).map(({ id, kind, captureId, amount, fee, feeTax }) => {
    return [id, kind, captureId, amount, fee, feeTax]
  })
  assert.deepEqual(facts, [
    ['payment pay_999', 'payment', 'pay_999', 500_00, 10_00, 1_80],
    ['adjustment adj_1', 'dispute', 'pay_1', 500_00, 10_00, 1_80],
    ['adjustment adj_2', 'other', null, -500, 0, 0],
  ])
})

const row = (id: string, event: object) => ({
  event_details: { event_id: id, event_amount: 500, event_currency: 'INR', ...event },
  payment_details: { cf_payment_id: 7 },
  settlement_details: { cf_settlement_id: 9, settlement_date: '2026-10-11T10:00:00+05:30' },
})

test('settlements of Cashfree are read to the last page, and an unreadable one is an error', async (t) => {
  const sale = { event_type: 'PAYMENT', sale_type: 'CREDIT', event_service_charge: '10.00' }
  const taken = { event_type: 'CHARGEBACK', sale_type: 'DEBIT' }
  const pages = [
    { cursor: 'next', data: [row('1', sale)] },
    { cursor: null, data: [row('1', taken)] },
    { cursor: null, data: [row('1', { ...sale, event_amount: 'many' })] },
  ]
  const { url, heard } = await openCompany(t, () => ({ body: pages.shift() }))
  const cashfree = createCashfree({ url, clientId: 'c', clientSecret: 's' })
  const lines = await cashfree.listSettled!(FROM, TO)
  const cursors = heard.map(({ body }) => (JSON.parse(body) as { pagination: object }).pagination)
  assert.deepEqual(cursors, [{ limit: 1_000 }, { limit: 1_000, cursor: 'next' }])
  const facts = lines.map(({ id, kind, captureId, amount, fee, settlementId }) => {
    return [id, kind, captureId, amount, fee, settlementId]
  })
  assert.deepEqual(facts, [
    ['PAYMENT 1', 'payment', '7', 500_00, 10_00, '9'],
    ['CHARGEBACK 1', 'dispute', '7', -500_00, 0, '9'],
  ])
  await assert.rejects(cashfree.listSettled!(FROM, TO), /many isn’t an amount/)
})

const capture = (change: object = {}) => ({
  action: 'capture',
  payuId: '24868774786',
  requestId: '18044765028',
  transactionAmount: '2480.0',
  merchantServiceFee: '0.00000',
  merchantNetAmount: '2467.13',
  totalServiceTax: '1.96350',
  transactionCurrency: 'INR',
  ...change,
})
const adjusted = {
  action: 'ADJ_debit',
  payuId: 'ADJ_1',
  transactionAmount: '987.31',
  merchantNetAmount: '',
}

const settledBy = (transaction: object[], totalCount = 1) => ({
  status: 0,
  result: {
    totalCount,
    data: [
      {
        settlementId: '12127298202508260245',
        settlementCompletedDate: '2026-10-11 02:51:22.000000',
        utrNumber: '523871332950',
        transaction,
      },
    ],
  },
})

test('settlements of PayU are read day by day and page by page, and signed', async (t) => {
  const nothing = { status: 1, message: 'No data found', result: 'No data found' }
  const actions = ['refund', 'cancel', 'refundreversal', 'chargeback', 'chargeback reversal']
  const pages = [
    settledBy([capture(), adjusted], 1_001),
    settledBy(
      [
        ...actions.map((action) => capture({ action })),
        { ...adjusted, action: 'ADJ_credit' },
        capture({ totalServiceTax: null, merchantServiceTax: '1.96' }),
      ],
      1_001,
    ),
    nothing,
  ]
  const { url, heard } = await openCompany(t, () => ({ body: pages.shift() }))
  const account = { merchantKey: 'KEY', salt: 'salt' }
  const payu = createPayU({ url, apiUrl: url, ...account }, () => TO.getTime())
  const lines = await payu.listSettled!(FROM, TO)
  assert.deepEqual(
    heard.map(({ path }) => path),
    [
      '/settlement/range?dateFrom=2026-10-11&dateTo=2026-10-11&pageSize=1000&page=1',
      '/settlement/range?dateFrom=2026-10-11&dateTo=2026-10-11&pageSize=1000&page=2',
      '/settlement/range?dateFrom=2026-10-12&dateTo=2026-10-12&pageSize=1000&page=1',
    ],
  )
  const { date, authorization } = heard[0]!.headers
  const signature = createHash('sha512').update('|Mon, 12 Oct 2026 06:00:00 GMT|salt').digest('hex')
  assert.equal(date, 'Mon, 12 Oct 2026 06:00:00 GMT')
  assert.equal(
    authorization,
    `hmac username="KEY", algorithm="sha512", headers="date", signature="${signature}"`,
  )
  const facts = lines.map(({ id, kind, captureId, amount, fee, feeTax }) => {
    return [id, kind, captureId, amount, fee, feeTax]
  })
  assert.deepEqual(facts, [
    ['capture 18044765028', 'payment', '24868774786', 2480_00, 10_91, 1_96],
    ['ADJ_debit ADJ_1', 'other', null, -987_31, 0, 0],
    ['refund 18044765028', 'refund', '24868774786', -2480_00, 0, 0],
    ['cancel 18044765028', 'refund', '24868774786', -2480_00, 0, 0],
    ['refundreversal 18044765028', 'refund', '24868774786', 2480_00, 0, 0],
    ['chargeback 18044765028', 'dispute', '24868774786', -2480_00, 0, 0],
    ['chargeback reversal 18044765028', 'dispute', '24868774786', 2480_00, 0, 0],
    ['ADJ_credit ADJ_1', 'other', null, 987_31, 0, 0],
    ['capture 18044765028', 'payment', '24868774786', 2480_00, 10_91, 1_96],
  ])
  const { settlementId, bankReference, settledAt, currency } = lines[0]!
  assert.deepEqual(
    [settlementId, bankReference, settledAt.toISOString(), currency],
    ['12127298202508260245', '523871332950', '2026-10-10T21:21:22.000Z', 'INR'],
  )
})

test('a settlement of PayU that cannot be read is an error, and so is a refused request', async (t) => {
  let body: object = {}
  const { url } = await openCompany(t, () => ({ body }))
  const payu = createPayU({ url, apiUrl: url, merchantKey: 'KEY', salt: 'salt' })
  for (const [change, words] of [
    [{ action: 'gift' }, /unknown action: gift/],
    [{ transactionAmount: 'many' }, /“many” isn’t an amount/],
    [{ transactionAmount: '' }, /“” isn’t an amount/],
    [{ merchantNetAmount: '' }, /without a net amount/],
    [{ merchantNetAmount: null }, /without a net amount/],
  ] as const) {
    body = settledBy([capture(change)])
    await assert.rejects(payu.listSettled!(FROM, TO), words)
  }
  for (const refused of [
    { status: 1, message: 'Unauthorized: Invalid signature', result: null },
    { message: 'Unauthorized' },
  ]) {
    body = refused
    await assert.rejects(payu.listSettled!(FROM, TO), /Unauthorized/)
  }
})

test('disputes of Cashfree are found through its settlements of ten days', async (t) => {
  const known = {
    dispute_id: 5,
    dispute_amount: 500,
    dispute_type: 'CHARGEBACK',
    dispute_status: 'CHARGEBACK_CREATED',
  }
  const events = ['CHARGEBACK', 'CHARGEBACK_REVERSAL', 'PAYMENT', 'REFUND']
  const rows = events.map((event_type, index) => ({
    ...row(String(index), { event_type, sale_type: 'DEBIT' }),
    payment_details: { cf_payment_id: event_type.startsWith('CHARGEBACK') ? 7 : 8 },
  }))
  let status = 200
  const { url, heard } = await openCompany(t, ({ path }) =>
    path.endsWith('/recon')
      ? { body: { cursor: null, data: rows } }
      : { status, body: [{ ...known, dispute_status: 'CHARGEBACK_LATE' }, known] },
  )
  const { disputes } = createCashfree({ url, clientId: 'c', clientSecret: 's' })
  const [unreadable, found, ...more] = await disputes!.list!(new Date(0), TO)
  assert.match(String(unreadable), /CHARGEBACK_LATE/)
  assert.partialDeepStrictEqual(found, { id: '5', state: 'needs response', amount: 500_00 })
  assert.equal(more.length, 0)
  const { filters } = JSON.parse(heard[0]!.body) as { filters: object }
  assert.deepEqual(filters, {
    start_date: '2026-10-02T06:00:00.000Z',
    end_date: TO.toISOString(),
  })
  assert.deepEqual(
    heard.slice(1).map(({ method, path }) => `${method} ${path}`),
    ['GET /pg/payments/7/disputes'],
  )
  status = 404
  await assert.rejects(disputes!.list!(new Date(0), TO), /404/)
})
