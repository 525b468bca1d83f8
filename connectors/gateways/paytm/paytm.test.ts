import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  bringBack,
  enter,
  nextReference,
  openGateways,
  payByForm,
  refundOf,
} from '#tests/support/money/gateways.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { until } from '#tests/support/shop/wait.ts'
import { checksumOf, isChecksum, textsOfForm } from './paytm-checksum.ts'
import { createPaytm } from './paytm.ts'
import { PAYTM } from './twin/credentials.ts'

const KEY = 'abcdefgh12345678'
const BODY = '{"mid":"TESTMID000000001","orderId":"ORD-1001"}'
const BODY_CHECKSUM =
  'A9EyC313/mdL4s5HJ+kfWeiw09aZv9TaOj5N5cPO+vqOdjvHmyiLkDNnqO3Is/4N/dc+4mnhmNQK5LONvHDNWfCK8n3CTnPP63w5JTg+OEM='
const FORM = {
  STATUS: 'TXN_SUCCESS',
  BANKNAME: '',
  MID: 'TESTMID000000001',
  ORDERID: 'ORD-1001',
  RESPCODE: '01',
  TXNAMOUNT: '199.00',
}
const FORM_CHECKSUM =
  'mDLRxFMws7J+HK8hmV8To073cQ7faL+55heiluIe2CfmIgRBmkBJWQhtXSytg926sssArMQwIaxYTnXOARkEmWa1ToNPuXEbzjflR/zCHGc='

test('checksums match Paytm’s own vectors', () => {
  assert.equal(checksumOf(BODY, KEY, 'A1b2'), BODY_CHECKSUM)
  assert.ok(isChecksum(BODY_CHECKSUM, BODY, KEY))
  const [text = ''] = textsOfForm({ ...FORM, CHECKSUMHASH: FORM_CHECKSUM })
  assert.equal(text, '|TESTMID000000001|ORD-1001|01|TXN_SUCCESS|199.00')
  assert.deepEqual(textsOfForm({ ...FORM, BANKNAME: 'null' }), [`null${text}`, text])
  assert.equal(checksumOf(text, KEY, 'A1b2'), FORM_CHECKSUM)
  assert.ok(isChecksum(FORM_CHECKSUM, text, KEY))
  const own = checksumOf(BODY, KEY)
  assert.deepEqual([own.length, isChecksum(own, BODY, KEY)], [108, true])

  for (const wrong of ['', 'AAAA', FORM_CHECKSUM, BODY_CHECKSUM.replace('A9', 'B9'), 'ü'])
    assert.ok(!isChecksum(wrong, BODY, KEY), wrong)
  assert.ok(!isChecksum(BODY_CHECKSUM, BODY.replace('1001', '1002'), KEY))
  assert.ok(!isChecksum(BODY_CHECKSUM, BODY, 'abcdefgh12345679'))
  assert.ok(!isChecksum(BODY_CHECKSUM, BODY, 'too short'))
})

test('Paytm’s checksum is accepted whether it treats a missing value as empty or as “null”', () => {
  const account = { url: 'http://localhost:1', merchantId: FORM.MID, website: 'DEFAULT' }
  const { isFromGateway, readWebhook } = createPaytm({ ...account, merchantKey: KEY })
  const reference = nextReference('P')
  const form = { ...FORM, ORDERID: reference, BANKNAME: 'null' }
  const values = [FORM.MID, reference, '01', 'TXN_SUCCESS', '199.00'].join('|')
  for (const bankName of ['', 'null']) {
    const signed = { ...form, CHECKSUMHASH: checksumOf(`${bankName}|${values}`, KEY) }
    assert.equal(isFromGateway!(signed), true, bankName)
    assert.equal(isFromGateway!({ ...signed, RESPCODE: 'null' }), false)
    assert.equal(isFromGateway!({ ...signed, BANKNAME: 'other' }), false)
    const body = Buffer.from(String(new URLSearchParams(signed)))
    assert.deepEqual(readWebhook({ headers: {}, body, now: new Date() }), [reference])
  }
})

test('Paytm’s system error 501 fails neither a payment nor a refund', async (t) => {
  const [reference, refund] = [nextReference('P'), nextReference('R')]
  const account = { merchantId: 'MID1', merchantKey: KEY, website: 'DEFAULT' }
  const resultInfo = { resultStatus: 'TXN_FAILURE', resultCode: '501', resultMsg: 'System Error' }
  const { url } = await openCompany(t, () => ({
    body: { body: { resultInfo, mid: 'MID1', orderId: reference, refId: refund } },
  }))
  const paytm = createPaytm({ ...account, url })
  const payment = { reference, gatewayId: null, amount: 100, captureId: '1' }
  const asked = { reference: refund, amount: 100, currency: 'INR', note: '', payment } as const
  await assert.rejects(paytm.ask(payment), /501/)
  await assert.rejects(paytm.refund(asked), /501/)
  await assert.rejects(paytm.askRefund({ ...asked, gatewayRefundId: null }), /501/)
})

async function open(t: TestContext) {
  const outside = await openGateways(t, 'paytm')
  const { url } = outside
  const account = {
    url,
    merchantId: PAYTM.merchantId,
    merchantKey: PAYTM.merchantKey,
    website: PAYTM.website,
  }
  return { ...outside, paytm: createPaytm(account), account }
}

test('a payment at Paytm is followed from unknown to open to failed or paid, with signed messages only', async (t) => {
  const { paytm, account, makeOpening, heardOf } = await open(t)
  const { customer } = makeOpening('')
  const id = '01980000-0000-7000-8000-000000000001'
  const change = { amount: 1_234_05, customer: { ...customer, id } }
  const asked = makeOpening(nextReference('P'), change)
  const named = { reference: asked.reference, gatewayId: null }
  assert.deepEqual(await paytm.ask(named), { is: 'unknown', captured: [] })
  const opened = await paytm.open(asked)
  assert.deepEqual(await paytm.open(asked), opened)
  await assert.rejects(paytm.open({ ...asked, amount: 1_00 }), /325/)
  assert.deepEqual(await paytm.ask(named), { is: 'open', captured: [] })
  assert.equal(await enter(opened, { txnToken: 'guessed' }), null)

  const page = await enter(opened)
  const closed = await bringBack(page, 'close')
  assert.deepEqual([closed['STATUS'], paytm.isFromGateway!(closed)], ['TXN_FAILURE', true])
  assert.ok(paytm.isFromGateway!(await bringBack(page, 'failure')))
  assert.deepEqual(await paytm.ask(named), { is: 'failed', captured: [] })
  assert.deepEqual(paytm.readWebhook((await heardOf(1))[0]!), [asked.reference])

  await bringBack(page, 'pending')
  assert.deepEqual(await paytm.ask(named), { is: 'open', captured: [] })
  await heardOf(2)
  const before = Date.now()
  const back = await bringBack(page, 'success')
  assert.ok(paytm.isFromGateway!(back))
  for (const name of ['STATUS', 'TXNAMOUNT', 'ORDERID', 'MID', 'MORE', 'CHECKSUMHASH'])
    assert.ok(!paytm.isFromGateway!({ ...back, [name]: 'other' }), name)
  const { is, captured } = await paytm.ask(named)
  assert.equal(is, 'paid')
  const [{ amount, currency, bankReference, at, ...money }] = captured as [(typeof captured)[0]]
  assert.deepEqual([money.id, amount, currency], [back['TXNID'], 1_234_05, 'INR'])
  assert.equal(bankReference, back['BANKTXNID'])
  assert.ok(Math.abs(at!.getTime() - before) < 60_000)

  const message = (await heardOf(3)).at(-1)
  assert.deepEqual(paytm.readWebhook(message!), [asked.reference])
  const forged = message!.body.toString().replace('TXN_SUCCESS', 'TXN_FAILURE')
  for (const body of [forged, '', '{}', '{"head":{},"body":{}}'])
    assert.equal(paytm.readWebhook({ ...message!, body: Buffer.from(body) }), null)
  const stranger = createPaytm({ ...account, merchantId: 'ANOTHER' })
  assert.equal(stranger.readWebhook(message!), null)
})

test('a refund is sent once, found again without its answer, and never exceeds the payment', async (t) => {
  const outside = await open(t)
  const { paytm, heardOf, breakIt, mend, decideRefunds } = outside
  const paid = await payByForm(outside, outside.paytm, 'TXNID')
  await decideRefunds('pending')
  const asked = refundOf(paid, { amount: 50_00 })
  const find = () => paytm.askRefund({ ...asked, gatewayRefundId: null })
  assert.equal((await find()).is, 'unknown')

  await breakIt('drop-reply')
  await assert.rejects(paytm.refund(asked))
  await assert.rejects(find())
  await mend()
  const first = await find()
  assert.equal(first.is, 'asked')
  assert.deepEqual(await paytm.refund(asked), first)
  const tooMuch = await paytm.refund(refundOf(paid, { amount: 150_00 }))
  assert.deepEqual([tooMuch.is, tooMuch.reason], ['failed', 'Invalid refund amount'])
  await assert.rejects(paytm.refund({ ...asked, amount: 49_00 }), /with other details/)

  await decideRefunds('done')
  await until('the refund is done', async () => (await find()).is === 'done')
  assert.match((await find()).bankReference!, /^\d{12}$/)
  const message = (await heardOf(2)).at(-1)
  const mentioned = [paid.reference, asked.reference]
  assert.deepEqual(paytm.readWebhook(message!), mentioned)
  const { head, body } = JSON.parse(message!.body.toString()) as Record<string, object>
  const as = (text: string) => paytm.readWebhook({ ...message!, body: Buffer.from(text) })
  const signed = JSON.stringify(body)
  assert.deepEqual(as(`{ "body": ${signed}, "head": ${JSON.stringify(head)} }`), mentioned)
  assert.equal(as(message!.body.toString().replace('50.00', '51.00')), null)
  assert.equal(as(JSON.stringify({ head, body }, null, 1)), null)

  assert.equal(await paytm.askRefunded!(asked.payment), 50_00)
  await assert.rejects(paytm.askRefunded!({ ...asked.payment, captureId: '1' }))

  await decideRefunds('failed')
  const bad = refundOf(paid, { amount: 10_00 })
  await paytm.refund(bad)
  await until('it fails', async () => {
    const { is, reason } = await paytm.askRefund({ ...bad, gatewayRefundId: null })
    return is === 'failed' && /refused/.test(reason)
  })
})

test('an answer without a payment throws without revealing the key, and wrong credentials are reported', async (t) => {
  const outside = await open(t)
  const { paytm, account, breakIt, mend, makeOpening } = outside
  const paid = await payByForm(outside, outside.paytm, 'TXNID')
  const named = { reference: paid.reference, gatewayId: null }
  for (const kind of ['error', 'too-many', 'drop-reply'] as const) {
    await breakIt(kind)
    await assert.rejects(paytm.ask(named))
    await assert.rejects(paytm.refund(refundOf(paid)))
    await assert.rejects(paytm.open(makeOpening(nextReference('P'))))
    await assert.rejects(paytm.check())
    await mend()
  }
  assert.equal(await paytm.check(), null)
  const merchantKey = 'another-key-0001'
  for (const change of [{ merchantKey }, { merchantId: 'ANOTHER' }]) {
    const stranger = createPaytm({ ...account, ...change })
    const isClean = (error: Error) =>
      /33[05]/.test(error.message) && !error.message.includes(merchantKey)
    await assert.rejects(stranger.ask(named), isClean)
    await assert.rejects(stranger.open(makeOpening(nextReference('P'))), isClean)
    await assert.rejects(stranger.refund(refundOf(paid)), isClean)
    assert.match((await stranger.check())!, /doesn’t accept/)
  }
  const short = createPaytm({ ...account, merchantKey: 'short' })
  assert.match((await short.check())!, /16 characters/)
})
