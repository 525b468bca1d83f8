import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import { isChecksum } from './paytm/paytm-checksum.ts'
import { createPaytm } from './paytm/paytm.ts'

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
