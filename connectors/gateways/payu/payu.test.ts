import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import {
  bringBack,
  enter,
  nextReference,
  openGateways,
  payByForm,
  refundOf,
} from '#tests/support/money/gateways.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createCommand } from './payu-command.ts'
import { commandHashOf, hashOf, isFromPayU } from './payu-hash.ts'
import { createPayU } from './payu.ts'
import { PAYU } from './twin/credentials.ts'

const ACCOUNT = { merchantKey: 'TESTKEY', salt: 'TESTSALT' }
const FIELDS = {
  key: 'TESTKEY',
  txnid: 'ORD-1001',
  amount: '199.00',
  productinfo: '86 Diamonds',
  firstname: 'Asha',
  email: 'asha@example.com',
  udf1: 'U1',
}
const HASH =
  '47c461739e5a5f9b37a89547928ed3464cc626cb46a3d91d8bbda925607bba68a3cde596e8bca136cf25067addc44b0e69513d6e1a5acf21d9a0eb30882c1da4'
const HASH_WITH_CHARGES =
  '37e2c2a6849c47e30c6084f961c7a523aa47c5f54bf6e841d2bff1fa721dc464cc2517ee0cf5d514b01f75db63838966336c9026c1c5390b054a6e951bb13adb'

test('hashes match PayU’s own vectors', () => {
  assert.equal(
    hashOf(FIELDS, ACCOUNT),
    '93357e96b6d41db4c047cf4420bd3a9e448039f720d98f054d7d75b773afa65e9fa932723c70554ddbf6ab47b52eef6c1fed784b2b1ff5f433da38a3058755bd',
  )
  assert.equal(
    commandHashOf('verify_payment', 'ORD-1001', ACCOUNT),
    '4efacb35ee2c80979522d0be42388256d3edd882c2bef9e10f63b555926999aaa03be67ee7616fb995ef105f617026476318112bebd6bab1a78e475d0c952b94',
  )
})

test('a return is accepted only with PayU’s hash, also with charges or a split', () => {
  const back = { ...FIELDS, status: 'success' }
  const isTrue = (fields: Record<string, string>) => isFromPayU(fields, ACCOUNT)
  assert.ok(isTrue({ ...back, hash: HASH }))
  assert.ok(isTrue({ ...back, hash: HASH.toUpperCase() }))
  assert.ok(isTrue({ ...back, additionalCharges: '2.00', hash: HASH_WITH_CHARGES }))
  const splitInfo = '{"type":"absolute"}'
  const split = `TESTSALT|success|${splitInfo}||||||||||U1|asha@example.com|Asha|86 Diamonds|199.00|ORD-1001|TESTKEY`
  const hash = createHash('sha512').update(split).digest('hex')
  assert.ok(isTrue({ ...back, splitInfo, hash }))

  for (const name of [...Object.keys(FIELDS), 'status', 'hash', 'udf5'])
    assert.ok(!isTrue({ ...back, hash: HASH, [name]: 'other' }), name)
  assert.ok(!isTrue({ ...back, hash: HASH_WITH_CHARGES }))
  assert.ok(!isTrue({ ...back, additionalCharges: '3.00', hash: HASH_WITH_CHARGES }))
  assert.ok(!isTrue({ ...back, splitInfo: '{}', hash }))
  assert.ok(!isTrue({}))
  assert.ok(!isFromPayU({ ...back, hash: HASH }, { ...ACCOUNT, salt: '' }))
})

async function open(t: TestContext) {
  const outside = await openGateways(t, 'payu')
  const account = { merchantKey: PAYU.merchantKey, salt: PAYU.salt }
  const places = { url: outside.url, apiUrl: outside.url }
  return { ...outside, payu: createPayU({ ...places, ...account }), account, places }
}

test('a payment tells its UPI address, or its card, masked, and the name on it', async (t) => {
  const { payu, makeOpening, pay } = await open(t)
  const asked = makeOpening(nextReference('P'))
  const page = await enter(await payu.open(asked))
  await pay(page!, 'success', { payer: '5123456789012346', payer_name: 'Asha Rao' })
  const { captured } = await payu.ask({ reference: asked.reference, gatewayId: null })
  const { id, ...shown } = captured[0]!.payer!
  assert.deepEqual(shown, { kind: 'card', shown: 'Card …2346', name: 'Asha Rao' })
  assert.match(id, /^[\da-f]{128}$/)

  const byUpi = makeOpening(nextReference('P'))
  await pay((await enter(await payu.open(byUpi)))!, 'success', { payer: 'asha@okbank' })
  const { captured: money } = await payu.ask({ reference: byUpi.reference, gatewayId: null })
  assert.partialDeepStrictEqual(money[0]!.payer, { kind: 'vpa', id: 'asha@okbank' })
})

test('a payment at PayU is followed from unknown to open to failed or paid, with signed messages only', async (t) => {
  const { payu, makeOpening, heardOf } = await open(t)
  const asked = makeOpening(nextReference('P'), { amount: 1_234_05 })
  const named = { reference: asked.reference, gatewayId: null }
  const opened = await payu.open(asked)
  assert.deepEqual(await payu.open(asked), opened)
  assert.deepEqual(await payu.ask(named), { is: 'unknown', captured: [] })

  const page = await enter(opened)
  assert.deepEqual(await payu.ask(named), { is: 'open', captured: [] })
  const closed = await bringBack(page, 'close')
  assert.deepEqual([closed['status'], payu.isFromGateway!(closed)], ['failure', true])
  const failed = await bringBack(page, 'failure')
  assert.ok(payu.isFromGateway!(failed))
  assert.deepEqual(await payu.ask(named), { is: 'failed', captured: [] })
  assert.deepEqual(payu.readWebhook((await heardOf(1))[0]!), [asked.reference])

  await bringBack(page, 'pending')
  assert.deepEqual(await payu.ask(named), { is: 'open', captured: [] })
  const before = Date.now()
  const back = await bringBack(page, 'success')
  assert.ok(payu.isFromGateway!(back))
  assert.ok(!payu.isFromGateway!({ ...back, amount: '1.00' }))
  const { is, captured } = await payu.ask(named)
  assert.equal(is, 'paid')
  const [{ id, amount, currency, bankReference, at, payer }] = captured as [(typeof captured)[0]]
  assert.deepEqual([id, amount, currency], [back['mihpayid'], 1_234_05, 'INR'])
  assert.equal(payer, null)
  assert.equal(bankReference, back['bank_ref_num'])
  assert.ok(Math.abs(at!.getTime() - before) < 60_000)

  const message = (await heardOf(2)).at(-1)
  assert.deepEqual(payu.readWebhook(message!), [asked.reference])
  const forged = message!.body.toString().replace('status=success', 'status=failure')
  assert.equal(payu.readWebhook({ ...message!, body: Buffer.from(forged) }), null)
  const asJson = JSON.stringify(Object.fromEntries(new URLSearchParams(message!.body.toString())))
  assert.deepEqual(payu.readWebhook({ ...message!, body: Buffer.from(asJson) }), [asked.reference])
  assert.equal(payu.readWebhook({ ...message!, body: Buffer.from('') }), null)
  assert.equal(await enter(opened), null)
})

test('the form for PayU is valid for any name, and PayU refuses an altered one', async (t) => {
  const { payu, makeOpening } = await open(t)
  const told = { id: 'U|1', fullName: '  O’Hara | "Zoë"  ', email: null }
  const customer = { ...told, phone: '9876543210' }
  const opened = await payu.open(
    makeOpening(nextReference('P'), {
      words: "Asha's | 86  Diamonds",
      customer: { ...customer, id: 'U1' },
    }),
  )
  assert.ok(opened.page.is === 'form')
  const { productinfo, firstname, email, phone } = opened.page.fields
  assert.deepEqual(
    [productinfo, firstname, email, phone],
    ['Ashas 86 Diamonds', 'OHara Zoe', 'customer@localhost', '9876543210'],
  )
  for (const change of [{ amount: '1.00' }, { txnid: 'P2' }, { hash: '' }, { key: 'OTHER' }])
    assert.equal(await enter(opened, change), null)
  assert.match((await enter(opened))!, /\/payu\/pay\//)

  const named = await payu.open(
    makeOpening(nextReference('P'), {
      words: '',
      customer: { ...customer, fullName: 'आशा', email: "o'hara@x|y.in" },
    }),
  )
  assert.ok(named.page.is === 'form')
  const { fields } = named.page
  assert.deepEqual(
    [fields['productinfo'], fields['firstname'], fields['email']],
    ['Order', 'Customer', 'customer@localhost'],
  )
  for (const change of ['firstname', 'email', 'phone', 'surl', 'furl'])
    assert.equal(await enter(named, { [change]: '' }), null, change)
})

test('PayU is never sent a payment without a phone, nor an email that is too long for it', async (t) => {
  const { payu, makeOpening } = await open(t)
  const opening = (change: object, returnUrl = 'https://shop.example/return') => {
    const asked = makeOpening(nextReference('P'), { returnUrl })
    return payu.open({ ...asked, customer: { ...asked.customer, ...change } })
  }
  assert.deepEqual(payu.needs, ['phone'])
  await assert.rejects(opening({ phone: null }), /phone/)
  await assert.rejects(opening({ phone: '' }), /phone/)
  const longHost = `https://${'a'.repeat(50)}.example/return`
  for (const [email, returnUrl, sent] of [
    [`${'a'.repeat(38)}@example.com`, undefined, `${'a'.repeat(38)}@example.com`],
    [`${'a'.repeat(39)}@example.com`, undefined, 'customer@shop.example'],
    [null, longHost, 'customer@example.com'],
  ] as const) {
    const opened = await opening({ email }, returnUrl)
    assert.ok(opened.page.is === 'form')
    assert.equal(opened.page.fields['email'], sent)
    assert.match((await enter(opened))!, /\/payu\/pay\//, sent)
  }
})

test('a refund is sent once, found again without its answer, and never exceeds the payment', async (t) => {
  const outside = await open(t)
  const { payu, heardOf, decideRefunds, account, places } = outside
  const paid = await payByForm(outside, outside.payu, 'mihpayid')
  await decideRefunds('pending')
  const asked = refundOf(paid, { amount: 50_00 })
  const find = () => payu.askRefund({ ...asked, gatewayRefundId: null })
  assert.equal((await find()).is, 'unknown')

  const lost = refundOf(paid, { amount: 25_00 })
  const [var1, var2] = [paid.captureId, lost.reference]
  const command = createCommand(places.apiUrl, account)
  await command('cancel_refund_transaction', { var1, var2, var3: '25.00' })
  const first = await payu.refund(asked)
  assert.equal(first.is, 'asked')
  assert.deepEqual(await payu.refund(asked), first)
  assert.deepEqual(await find(), first)
  assert.equal((await payu.refund(lost)).is, 'asked')
  const tooMuch = await payu.refund(refundOf(paid, { amount: 125_00 }))
  assert.deepEqual([tooMuch.is, tooMuch.reason], ['failed', 'Invalid amount'])
  await assert.rejects(payu.refund({ ...asked, amount: 49_00 }), /with other details/)

  await decideRefunds('done')
  await until('the refund is done', async () => (await find()).is === 'done')
  assert.match((await find()).bankReference!, /^\d{12}$/)
  const messages = (await heardOf(3)).slice(1)
  const mentioned = messages.flatMap(({ body }) => payu.readUnsigned!(body))
  assert.deepEqual(new Set(mentioned), new Set([asked.reference, lost.reference]))
  assert.equal(payu.readWebhook(messages[0]!), null) // it is not signed
  const body = messages[0]!.body.toString().replace(account.merchantKey, 'OTHER')
  assert.equal(payu.readUnsigned!(Buffer.from(body)), null)

  await decideRefunds('failed')
  const bad = refundOf(paid, { amount: 10_00 })
  await payu.refund(bad)
  await until('it fails', async () => {
    const { is, reason } = await payu.askRefund({ ...bad, gatewayRefundId: null })
    return is === 'failed' && reason !== ''
  })
})

test('an answer without a payment throws without revealing the salt, and wrong credentials are reported', async (t) => {
  const outside = await open(t)
  const { payu, places, account, breakIt, mend } = outside
  const paid = await payByForm(outside, outside.payu, 'mihpayid')
  const named = { reference: paid.reference, gatewayId: null }
  for (const kind of ['error', 'too-many', 'drop-reply'] as const) {
    await breakIt(kind)
    await assert.rejects(payu.ask(named))
    await assert.rejects(payu.refund(refundOf(paid)))
    await assert.rejects(payu.check())
    await mend()
  }
  assert.equal(await payu.check(), null)
  const wrong = { ...account, salt: 'another-salt' }
  const stranger = createPayU({ ...places, ...wrong })
  await assert.rejects(
    stranger.ask(named),
    (error: Error) => /Invalid Hash/.test(error.message) && !error.message.includes(wrong.salt),
  )
  await assert.rejects(stranger.refund(refundOf(paid)))
  assert.match((await stranger.check())!, /doesn’t accept/)
  const unknown = refundOf({ ...paid, captureId: '1' })
  assert.equal((await payu.refund(unknown)).is, 'failed')
})
