import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  checkPaymentGateway,
  choosePaymentGateway,
  editPaymentGateway,
  listPaymentGateways,
} from '#contract/money/payments.ts'
import { PAYU } from '#connectors/gateways/payu/twin/credentials.ts'
import { RAZORPAY } from '#connectors/gateways/razorpay/twin/credentials.ts'
import { STRIPE } from '#connectors/gateways/stripe/twin/credentials.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { breakOutside } from '#tests/support/shop/outside.ts'
import { openPayShop, sendWebhook, toMessage } from '#tests/support/money/payments.ts'
import { createPerson, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { UPI_GATEWAYS } from '#tests/support/money/connectors.ts'

const NO_STRIPE = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }
const newSecret = () => randomBytes(33).toString('base64')

const readGateway = async (admin: Person, name: string) => {
  const { data } = await admin.call(listPaymentGateways, {})
  return data.gateways.find((gateway) => gateway.name === name)!
}

test('a gateway names its missing credentials, and can be chosen on every node once they are entered', async (t) => {
  const shop = await openShop(t, { env: NO_STRIPE })
  const other = await shop.openNode()
  const admin = await signUpAdmin(shop)
  const refused = await admin.call(choosePaymentGateway, { active: 'stripe' })
  assert.deepEqual([refused.status, refused.code], [409, 'GATEWAY_NOT_READY'])
  assert.match(refused.message, /^Stripe isn’t ready yet\. Missing: Secret key, Webhook secret$/)

  const half = await admin.call(editPaymentGateway, {
    name: 'stripe',
    credentials: { secretKey: STRIPE.secretKey },
  })
  assert.deepEqual([half.data.isReady, half.data.missing], [false, ['Webhook secret']])
  assert.equal((await admin.call(choosePaymentGateway, { active: 'stripe' })).status, 409)
  const whole = await admin.call(editPaymentGateway, {
    name: 'stripe',
    credentials: { webhookSecret: STRIPE.webhookSecret },
  })
  assert.deepEqual(
    [whole.data.isReady, whole.data.missing, whole.data.source],
    [true, [], 'back office'],
  )
  const { data } = await admin.call(choosePaymentGateway, { active: 'stripe' })
  assert.deepEqual(
    data.gateways.map(({ name, isActive }) => [name, isActive]),
    UPI_GATEWAYS.map((name) => [name, name === 'stripe']),
  )
  const there = createPerson(other.url, admin.tokens)
  await until('the other node knows', async () => (await readGateway(there, 'stripe')).isActive)

  await admin.call(editPaymentGateway, {
    name: 'stripe',
    credentials: { secretKey: '', webhookSecret: '' },
  })
  const { isReady, source } = await readGateway(admin, 'stripe')
  assert.deepEqual([isReady, source], [false, null])
})

test('an unknown credential is refused and changes nothing', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  for (const credentials of [
    { clientId: 'x' },
    { keyId: 'new', previousWebhookSecret: 'x' },
    { __proto__: 'x', constructor: 'x' },
  ]) {
    const answer = await admin.send('PUT', '/api/v1/payment-gateway/razorpay', { credentials })
    assert.equal(answer.status, 400)
  }
  assert.equal(
    (await admin.send('PUT', '/api/v1/payment-gateway/upi', { credentials: {} })).status,
    404,
  )
  assert.equal((await readGateway(admin, 'razorpay')).source, 'environment')
  assert.deepEqual(await listActions(shop), [])
})

test('credentials never appear in answers, audit, logs, or in plain text in the database', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const mine = { keySecret: 'mine-alone-1', webhookSecret: 'mine-alone-2' }
  const answers = [
    await admin.call(listPaymentGateways, {}),
    await admin.call(editPaymentGateway, { name: 'razorpay', credentials: mine }),
    await admin.call(checkPaymentGateway, { name: 'razorpay' }),
    await admin.call(choosePaymentGateway, { active: 'razorpay' }),
    await admin.call(editPaymentGateway, { name: 'paytm', credentials: { merchantKey: 'x y z' } }),
    await admin.call(checkPaymentGateway, { name: 'paytm' }),
  ]
  const { credentials } = await readGateway(admin, 'razorpay')
  assert.deepEqual(
    credentials.map(({ name, isSet, value }) => [name, isSet, value]),
    [
      ['keyId', true, RAZORPAY.keyId],
      ['keySecret', true, ''],
      ['webhookSecret', true, ''],
    ],
  )
  const { before, after, subject } = (await listActions(shop))[0]!
  const all = ['keyId', 'keySecret', 'webhookSecret']
  assert.equal(subject, 'payment gateway razorpay')
  assert.deepEqual(before, { credentials: all })
  assert.deepEqual(after, { credentials: all, changed: ['keySecret', 'webhookSecret'] })

  const rows = await shop.sql<{ sealed: Buffer }[]>`select sealed from gateway_credential`
  assert.equal(rows.length, 2)
  const places = {
    answers: JSON.stringify(answers.map(({ data, message }) => [data, message])),
    audit: JSON.stringify(await shop.sql`select * from audit`),
    log: shop.log.join(''),
    database: rows.map(({ sealed }) => sealed.toString('latin1')).join(''),
  }
  const secrets = [...Object.values(mine), RAZORPAY.keySecret, PAYU.salt, STRIPE.secretKey, 'x y z']
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is in the ${place}`)
})

test('webhooks signed with the previous secret are accepted, and with older ones refused', async (t) => {
  const { shop, admin } = await openPayShop(t)
  const send = async (secret: string) =>
    (await sendWebhook(shop, toMessage('P1', String(Math.random())), { secret })).status
  const change = (webhookSecret: string) =>
    admin.call(editPaymentGateway, { name: 'razorpay', credentials: { webhookSecret } })
  await change('second')
  assert.deepEqual([await send('second'), await send(RAZORPAY.webhookSecret)], [200, 200])
  await change('third')
  assert.deepEqual([await send('third'), await send('second')], [200, 200])
  assert.equal(await send(RAZORPAY.webhookSecret), 401)
  await admin.call(editPaymentGateway, { name: 'razorpay', credentials: { keySecret: 'other' } })
  assert.deepEqual([await send('third'), await send('second')], [200, 200])
  assert.ok((await readGateway(admin, 'razorpay')).lastWebhookAt)
})

test('credentials survive a change of SECRET, and count as missing without the old one', async (t) => {
  const [old, fresh] = [newSecret(), newSecret()]
  const shop = await openShop(t, { env: { SECRET: old, ...NO_STRIPE } })
  const admin = await signUpAdmin(shop)
  await admin.call(editPaymentGateway, {
    name: 'stripe',
    credentials: { secretKey: STRIPE.secretKey, webhookSecret: STRIPE.webhookSecret },
  })
  const both = await shop.openNode({ SECRET: `${fresh},${old}` })
  const there = createPerson(both.url, admin.tokens)
  assert.equal((await readGateway(there, 'stripe')).isReady, true)
  const signedIn = await createPerson(both.url).send('POST', '/api/v1/auth/login', {
    email: admin.email,
    password: admin.password,
  })
  const tokens = signedIn.data as unknown as typeof admin.tokens

  const alone = await shop.openNode({ SECRET: fresh })
  const elsewhere = createPerson(alone.url, tokens)
  const lost = await readGateway(elsewhere, 'stripe')
  assert.deepEqual([lost.isReady, lost.source], [false, null])
  assert.ok(alone.log.some((line) => line.includes('cannot be opened with any known secret')))

  const credentials = { webhookSecret: 'whsec_new' }
  await createPerson(both.url, tokens).call(editPaymentGateway, { name: 'stripe', credentials })
  assert.equal((await readGateway(elsewhere, 'stripe')).isReady, true) // now sealed with the new secret
})

test('a check tells right credentials from wrong ones, and from a gateway that is down', async (t) => {
  const shop = await openShop(t, { env: NO_STRIPE })
  const admin = await signUpAdmin(shop)
  const check = async (name: 'razorpay' | 'stripe') =>
    (await admin.call(checkPaymentGateway, { name })).data
  assert.equal((await check('razorpay')).isGood, true)
  const lacking = { isGood: false, message: 'Missing: Secret key, Webhook secret' }
  assert.deepEqual(await check('stripe'), lacking)
  await admin.call(editPaymentGateway, { name: 'razorpay', credentials: { keySecret: 'wrong' } })
  const wrong = await check('razorpay')
  assert.equal(wrong.isGood, false)
  await breakOutside(shop, { target: 'razorpay', kind: 'error' })
  const away = await check('razorpay')
  assert.equal(away.isGood, false)
  assert.match(away.message, /so the credentials weren’t checked/)
})

test('in production a test account is refused unless it is allowed by name', async (t) => {
  const env = { NODE_ENV: 'production', SECOND_FACTOR: 'when set up', ...NO_STRIPE }
  const shop = await openShop(t, { env: { ...env, PUBLIC_URL: 'http://localhost' } })
  const admin = await signUpAdmin(shop)
  const refused = await admin.call(choosePaymentGateway, { active: 'razorpay' })
  assert.deepEqual([refused.status, refused.code], [409, 'GATEWAY_NOT_READY'])
  assert.equal(
    refused.message,
    'Razorpay isn’t ready yet. Missing: a live account (the Key id belongs to a test account; ' +
      'to use it anyway, set ALLOW_TEST_GATEWAYS=razorpay)',
  )
  assert.ok(shop.log.some((line) => line.includes('Razorpay takes no payments.')))
  assert.ok(!shop.log.some((line) => line.includes('Stripe takes no payments.'))) // it has no account at all

  const secretKey = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
  const entered = await admin.call(editPaymentGateway, { name: 'stripe', credentials: STRIPE })
  assert.deepEqual(
    [entered.status, entered.code, entered.errors[0]?.field],
    [400, 'TEST_CREDENTIALS', 'credentials.secretKey'],
  )
  assert.match(entered.message, /set ALLOW_TEST_GATEWAYS=stripe/)
  assert.deepEqual((await readGateway(admin, 'stripe')).source, null)
  const live = { ...STRIPE, secretKey }
  assert.ok(
    (await admin.call(editPaymentGateway, { name: 'stripe', credentials: live })).data.isReady,
  )
  const mixed = { secretKey: STRIPE.secretKey }
  assert.equal(
    (await admin.call(editPaymentGateway, { name: 'stripe', credentials: mixed })).status,
    400,
  )
  assert.ok((await readGateway(admin, 'stripe')).isReady)
  const empty = { keyId: '', keySecret: '', webhookSecret: '' }
  assert.equal(
    (await admin.call(editPaymentGateway, { name: 'razorpay', credentials: empty })).status,
    200,
  )

  const allowing = await shop.openNode({ ALLOW_TEST_GATEWAYS: 'razorpay' })
  const there = createPerson(allowing.url, admin.tokens)
  assert.equal((await there.call(choosePaymentGateway, { active: 'razorpay' })).status, 200)
})
