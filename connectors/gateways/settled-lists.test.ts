import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import { isChecksum } from './paytm/paytm-checksum.ts'
import { createPaytm } from './paytm/paytm.ts'
import { createPayPal } from './paypal/paypal.ts'
import { createPhonePe } from './phonepe/phonepe.ts'

const FROM = new Date('2026-10-10T20:00:00Z') // the 11th in India
const TO = new Date('2026-10-12T06:00:00Z')

const settledByPaytm = (settlementDetailList: object[], paginatorTotalPage = 1) => ({
  status: 'SUCCESS',
  settlementDetailList,
  paginatorTotalPage,
})
const sale = {
  txnId: 7,
  txnType: 'SALE',
  orderId: 'P1',
  txnAmount: '500.00',
  settleAmount: '488.20',
  gst: '1.80',
  utr: 'UTR1',
  utrProcessedTime: '2026-10-11 16:20:00.0',
}

test('settlements of Paytm are read day by day and page by page, and signed', async (t) => {
  const pages = [
    settledByPaytm([sale, { ...sale, txnType: 'REFUND', settleAmount: '-500.00' }], 2),
    settledByPaytm(
      [
        { ...sale, txnType: 'REFUND', settleAmount: '500', gst: '' },
        { ...sale, txnType: 'CHARGEBACK', settleAmount: -500 },
        { ...sale, txnType: 'CHARGEBACK_REVERSAL', settleAmount: 500 },
        { ...sale, txnType: 'RENTAL', txnAmount: '199.00', settleAmount: '-199.00' },
      ],
      2,
    ),
    { status: 'RECORD_NOT_FOUND' },
  ]
  const { url, heard } = await openCompany(t, () => ({ body: pages.shift() }))
  const account = { merchantId: 'M1', merchantKey: 'abcdefgh12345678', website: 'DEFAULT' }
  const paytm = createPaytm({ url, ...account })
  const lines = await paytm.listSettled!(FROM, TO)
  const asked = heard.map(({ body }) => JSON.parse(body) as Record<string, string>)
  assert.deepEqual(
    asked.map(({ MID, utrProcessedStartTime, utrProcessedEndTime, pageNum, pageSize }) =>
      [MID, utrProcessedStartTime, utrProcessedEndTime, pageNum, pageSize].join(' '),
    ),
    [
      'M1 2026-10-11 2026-10-11 1 20',
      'M1 2026-10-11 2026-10-11 2 20',
      'M1 2026-10-12 2026-10-12 1 20',
    ],
  )
  const signed = 'M1|1|20|2026-10-11|2026-10-11'
  assert.ok(isChecksum(asked[0]!['checksumHash']!, signed, account.merchantKey))
  const facts = lines.map(({ id, kind, captureId, reference, amount, fee, feeTax }) => {
    return [id, kind, captureId ?? reference, amount, fee, feeTax]
  })
  assert.deepEqual(facts, [
    ['SALE 7', 'payment', '7', 500_00, 10_00, 1_80],
    ['REFUND 7', 'refund', 'P1', -500_00, 0, 0],
    ['REFUND 7', 'refund', 'P1', -500_00, 0, 0],
    ['CHARGEBACK 7', 'dispute', 'P1', -500_00, 0, 0],
    ['CHARGEBACK_REVERSAL 7', 'dispute', 'P1', 500_00, 0, 0],
    ['RENTAL 7', 'other', 'P1', -199_00, 0, 0],
  ])
  const { settlementId, bankReference, settledAt } = lines[0]!
  assert.deepEqual(
    [settlementId, bankReference, settledAt.toISOString()],
    ['UTR1', 'UTR1', '2026-10-10T18:30:00.000Z'],
  )
  for (const [body, words] of [
    [{ status: 'FAILURE', resultCode: '00000022', errorMessage: 'CHECKSUM' }, /00000022: CHECKSUM/],
    [settledByPaytm([{ ...sale, txnAmount: '' }]), /“” isn’t an amount/],
    [settledByPaytm([{ ...sale, utrProcessedTime: 'soon' }]), /Paytm settled at soon/],
    [{ status: 'SUCCESS', settlementDetailList: [] }, /paginatorTotalPage/],
  ] as const) {
    pages.push(body as never)
    await assert.rejects(paytm.listSettled!(FROM, FROM), words)
  }
})

type Moved = { code: string; value: string; more?: object }

const moved = ({ code, value, more = {} }: Moved) => ({
  transaction_info: {
    transaction_id: 'T1',
    transaction_event_code: code,
    transaction_initiation_date: '2026-10-11T20:00:00+0000',
    transaction_amount: { currency_code: 'USD', value },
    transaction_status: 'S',
    ...more,
  },
})

const about = { paypal_reference_id: 'C1', paypal_reference_id_type: 'TXN' }
const feeOf = (value: string) => ({ fee_amount: { currency_code: 'USD', value } })

test('movements of PayPal’s balance are read page by page, and only withdrawals reach the bank', async (t) => {
  const pages = [
    [
      moved({ code: 'T0006', value: '20.00', more: feeOf('-0.98') }),
      moved({ code: 'T1107', value: '-5.00', more: { ...about, ...feeOf('0.10') } }),
      moved({ code: 'T1201', value: '-7.00', more: { ...about, transaction_status: 'V' } }),
      moved({ code: 'T0106', value: '-15.00', more: about }),
    ],
    [
      moved({ code: 'T0101', value: '-30.00' }),
      moved({ code: 'T1108', value: '0.59', more: about }),
      moved({
        code: 'T0403',
        value: '-10.00',
        more: { ...feeOf('-0.25'), bank_reference_id: 'B1' },
      }),
      moved({ code: 'T0200', value: '-3.00' }),
      moved({ code: 'T0000', value: '-4.00' }),
      moved({ code: 'T2101', value: '-1.00' }),
      moved({ code: 'T0006', value: '9.00', more: { transaction_status: 'P' } }),
    ],
  ]
  const { url, heard } = await openCompany(t, ({ path }) => {
    if (path.startsWith('/v1/oauth2')) return { body: { access_token: 'token', expires_in: 900 } }
    const page = Number(new URL(path, 'http://localhost').searchParams.get('page'))
    return { body: { transaction_details: pages[page - 1], total_pages: 2 } }
  })
  const account = { clientId: 'c', clientSecret: 's', webhookId: 'w' }
  const lines = await createPayPal({ url, ...account }).listSettled!(FROM, TO)
  const asked = heard
    .slice(1)
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://localhost').searchParams))
  const query = {
    start_date: FROM.toISOString(),
    end_date: TO.toISOString(),
    fields: 'transaction_info',
    balance_affecting_records_only: 'Y',
    page_size: '500',
  }
  assert.deepEqual(asked, [
    { ...query, page: '1' },
    { ...query, page: '2' },
  ])
  const facts = lines.map(({ id, kind, captureId, amount, fee, isHeld = false, settlementId }) => {
    return [id.slice(0, 5), kind, captureId, amount, fee, isHeld, settlementId].join(' ')
  })
  assert.deepEqual(facts, [
    'T0006 payment T1 2000 98 true 2026-10-12',
    'T1107 refund C1 -500 -10 true 2026-10-12',
    'T1201 dispute C1 -700 0 true 2026-10-12',
    'T0106 dispute C1 -1500 0 true 2026-10-12',
    'T0101 other  0 3000 true 2026-10-12',
    'T1108 other  0 -59 true 2026-10-12',
    'T0403 withdrawal  1025 25 false T1',
    'T0200 conversion  -300 0 false 2026-10-12',
    'T0000 other  -400 0 true 2026-10-12',
  ])
  const { id, bankReference, settledAt } = lines[6]!
  assert.deepEqual(
    [id, bankReference, settledAt.toISOString()],
    ['T0403 T1 2026-10-11T20:00:00.000Z USD', 'B1', '2026-10-11T20:00:00.000Z'],
  )
})

const paid = (settlementId: string, state = 'PROCESSED') => ({
  settlementId,
  state,
  utr: 'UTR1',
  date: 1_791_700_000_000,
})

test('settlements of PhonePe are read page by page, and only those that were paid', async (t) => {
  const told = { state: 'PROCESSED', merchantId: 'M1', amount: 976_40 }
  let status: object = told
  const { url, heard } = await openCompany(t, ({ path }) => {
    if (path.startsWith('/v1/oauth')) return { body: { access_token: 'token', expires_at: 9e9 } }
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (pathname.endsWith('/status'))
      return { body: { settlementId: pathname.split('/').at(-2), ...status } }
    return searchParams.get('offset') === '0'
      ? { body: { settlements: [paid('S1'), paid('S2', 'ATTEMPT_FAILED')], hasNext: true } }
      : { body: { settlements: [paid('S3')], hasNext: false } }
  })
  const account = { clientId: 'c', clientSecret: 's', clientVersion: '1', merchantId: 'M1' }
  const webhook = { webhookUsername: 'u', webhookPassword: 'p' }
  const address = { url, tokenUrl: url, scriptUrl: url }
  const phonepe = createPhonePe({ ...address, ...account, ...webhook })
  const lines = await phonepe.listSettled!(FROM, TO)
  const range = `/settlements/v1/range?from=${FROM.getTime()}&to=${TO.getTime()}&limit=40`
  assert.deepEqual(
    heard.slice(1).map(({ path }) => path),
    [
      `${range}&offset=0`,
      '/settlements/v1/S1/status',
      `${range}&offset=40`,
      '/settlements/v1/S3/status',
    ],
  )
  assert.deepEqual(
    lines.map(({ id, kind, amount, fee, bankReference }) => [id, kind, amount, fee, bankReference]),
    [
      ['S1', 'withdrawal', 976_40, 0, 'UTR1'],
      ['S3', 'withdrawal', 976_40, 0, 'UTR1'],
    ],
  )
  status = { ...told, state: 'ATTEMPT_FAILED' }
  assert.deepEqual(await phonepe.listSettled!(FROM, TO), [])
  status = { ...told, merchantId: 'M2' }
  await assert.rejects(phonepe.listSettled!(FROM, TO), /another settlement/)
})
