import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { CONNECTOR_VARIABLES_TOGETHER } from './connector-environment.ts'
import { loadConfig } from './config.ts'
import { Environment } from './environment.ts'

const NEEDED = {
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  MAIL_FROM: 'My shop <shop@example.com>',
  MSG91_AUTH_KEY: 'key',
  MSG91_TEMPLATE_ID: 'template',
}
const SECRET = 'q3Jm8vT0pXz5wYb1nKc7hRd2sLf6gEa9uQi4'
const LAPTOP = { ...NEEDED, SECRET: 'short' }
const PRODUCTION = {
  ...NEEDED,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://user:password@db.example:5432/shop',
  SECRET,
}

/** Invalid values for each variable. */
const WRONG: Record<string, string[]> = {
  NODE_ENV: ['prod', 'PRODUCTION'],
  PORT: ['99999', '0', '-1', '80.5', '0x50', 'http'],
  METRICS_PORT: ['65536', 'off'],
  PUBLIC_URL: ['shop.example', 'ftp://shop.example', '//shop.example'],
  DATABASE_URL: ['mysql://db/shop', 'db.example:5432', 'localhost'],
  REDIS_URL: ['http://valkey', 'valkey:6379'],
  SMTP_URL: ['mail.example.com', 'https://mail.example.com'],
  MAIL_FROM: ['Our shop', 'me@', '<me@example.org', 'Our shop <shop>'],
  MSG91_URL: ['control.msg91.com'],
  GOOGLE_ISSUER: ['accounts.google.com'],
  TRUSTED_PROXIES: ['proxy.example', '10.0.0.0/33', '10.0.0.1, 10.0.0', '::/129', '10.0.0.0/8/8'],
  LOG_LEVEL: ['verbose', 'INFO'],
  SECOND_FACTOR: ['yes', 'Required'],
  ADJUSTMENT_ALONE_MAX_RUPEES: ['-5', '1.5', 'many', '99999999999'],
  ADJUSTMENT_ALONE_MAX_DOLLARS: ['-5', '1.5', 'many', '99999999999'],
  DRAIN_SECONDS: ['61', '-1', 'five'],
  SECRET: [','],
  RATE_SOURCE: ['ecb', 'frankfurter, bank', 'frankfurter open-er-api'],
  RATE_SOURCE_URL: ['rates.example'],
  VIP_RESELLER_URL: ['vip-reseller.co.id'],
  SMILEONE_URL: ['www.smile.one'],
  MOOGOLD_URL: ['moogold.com'],
  UNIPIN_URL: ['ftp://api.unipin.com'],
  SEAGM_URL: ['openapi.seagm.com'],
  LAPAKGAMING_URL: ['www.lapakgaming.com'],
  G2BULK_URL: ['api.g2bulk.com'],
  DIGIFLAZZ_URL: ['//api.digiflazz.com'],
  RAZORPAY_URL: ['api.razorpay.com'],
  CASHFREE_URL: ['api.cashfree.com'],
  PHONEPE_URL: ['api.phonepe.com/apis/pg'],
  PHONEPE_TOKEN_URL: ['ftp://api.phonepe.com'],
  PHONEPE_SCRIPT_URL: ['//mercury.phonepe.com/checkout.js'],
  PAYU_URL: ['secure.payu.in'],
  PAYU_API_URL: ['info.payu.in'],
  PAYU_DISPUTES_URL: ['bankportal.payu.in'],
  PAYTM_URL: ['secure.paytmpayments.com'],
  STRIPE_URL: ['api.stripe.com'],
  PAYPAL_URL: ['api-m.paypal.com'],
}
/** Groups of one can't be incomplete. */
const GROUPS = CONNECTOR_VARIABLES_TOGETHER.filter(({ length }) => length > 1)
const ALONE = CONNECTOR_VARIABLES_TOGETHER.filter(({ length }) => length === 1).flat()

const ANY_TEXT = [
  'HOST',
  'DATA_DIR',
  'METRICS_HOST',
  'MSG91_AUTH_KEY',
  'MSG91_TEMPLATE_ID',
  ...ALONE,
  'CONNECTORS',
  'ALLOW_UNPROVEN_CONNECTORS',
  'DIGIFLAZZ_WEBHOOK_SECRET',
  'GEMSTALL_CURRENCY',
  'GEMSTALL_WEBHOOK_SECRET',
  'PAYU_MERCHANT_ID',
  'PAYU_DISPUTE_TOKEN',
]
const TOGETHER = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'VIP_RESELLER_API_ID',
  'VIP_RESELLER_API_KEY',
  ...GROUPS.flat(),
]

const names = Object.keys(Environment.shape)
for (const name of names)
  if (!ANY_TEXT.includes(name) && !TOGETHER.includes(name))
    WRONG[name] ??= ['0', '-5', '1.5', '1e3', 'many', '99999999999'] // all other variables are counts

/** The lines an operator reads, one for each problem. */
function complaints(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    const [first, ...lines] = (error as Error).message.split('\n')
    assert.equal(first, 'The configuration is not complete:')
    return lines.map((line) => line.trim())
  }
}

for (const [name, values] of Object.entries(WRONG))
  test(`a wrong ${name} is named, alone, in words, and without its value`, () => {
    for (const value of values) {
      const told = complaints({ ...LAPTOP, [name]: value })
      assert.equal(told.length, 1, `${name}=${value} was told as ${JSON.stringify(told)}`)
      assert.match(told[0]!, new RegExp(`^${name} must be `))
      assert.doesNotMatch(told[0]!, /missing|NaN|undefined|expected|invalid/i)
      if (value.length > 4) assert.ok(!told[0]!.includes(value), value)
    }
  })

const oneOfEach = {
  GOOGLE_CLIENT_ID: 'me',
  S3_BUCKET: 'shop',
  VIP_RESELLER_API_ID: 'me',
  ...Object.fromEntries(GROUPS.map(([first]) => [first, 'me'])),
}

test('everything missing and everything wrong is named at once', () => {
  const wrong = Object.entries(WRONG).map(([name, [value]]) => [name, value!] as const)
  const told = complaints({ ...Object.fromEntries(wrong), ...oneOfEach })
  for (const name of [...Object.keys(WRONG), ...Object.keys(NEEDED), ...TOGETHER])
    assert.ok(
      told.some((line) => line.split(' ').includes(name)),
      `${name} is not in\n${told.join('\n')}`,
    )
})

test('a variable that is empty or blank counts as not set', () => {
  const blank = Object.fromEntries(names.map((name) => [name, name.length % 2 === 0 ? '' : '  ']))
  const told = complaints(blank)
  assert.deepEqual(
    told.toSorted(),
    Object.keys(NEEDED)
      .map((name) => `${name} is missing`)
      .toSorted(),
  )
  const config = loadConfig({ ...blank, ...LAPTOP })
  assert.equal(config.port, 3000)
  assert.equal(config.databaseUrl, undefined)
})

test('space around a value is not a part of it', () => {
  const config = loadConfig({ ...LAPTOP, PORT: ' 8080 ', TRUSTED_PROXIES: ' 10.0.0.0/8 , ::1 ' })
  assert.equal(config.port, 8080)
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1'])
})

test('production demands what a laptop has a default for, and a second factor', () => {
  const required = [PRODUCTION, LAPTOP].map((env) => loadConfig(env).secondFactor.isRequired)
  assert.deepEqual(required, [true, false])
  const told = complaints({ NODE_ENV: 'production' })
  assert.deepEqual(
    told.toSorted(),
    ['DATABASE_URL', 'PUBLIC_URL', 'SECRET', ...Object.keys(NEEDED)]
      .map((name) => `${name} is missing`)
      .toSorted(),
  )
  assert.deepEqual(complaints(PRODUCTION), [])
})

test('production takes no secret that can be guessed, the old one in a change included', () => {
  const weak = [
    'changeme',
    'a'.repeat(64),
    'abcabc'.repeat(8),
    SECRET.slice(0, 31),
    `${SECRET},old`,
  ]
  for (const secret of weak) {
    const told = complaints({ ...PRODUCTION, SECRET: secret })
    assert.equal(told.length, 1)
    assert.match(told[0]!, /^SECRET must be at least 32 random characters/)
  }
  const { secrets } = loadConfig({ ...PRODUCTION, SECRET: `${SECRET}new, ${SECRET}old` })
  assert.deepEqual(secrets, [`${SECRET}new`, `${SECRET}old`])
})

const temporary = (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'gemstall-test-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return join(folder, 'data')
}

test('a laptop makes a secret and keeps it; production makes none', (t) => {
  const dataDir = temporary(t)
  loadConfig({ ...PRODUCTION, DATA_DIR: dataDir })
  assert.equal(existsSync(dataDir), false)
  const { secrets } = loadConfig({ ...NEEDED, DATA_DIR: dataDir })
  assert.ok(secrets[0]!.length >= 32)
  assert.deepEqual(loadConfig({ ...NEEDED, DATA_DIR: dataDir }).secrets, secrets)
})
