import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GatewayName } from '#contract/money/payments.ts'
import { loadConfig } from '#server/platform/config/config.ts'
import { findTestSign } from './test-accounts.ts'
import { connectorOf } from '#tests/support/money/connectors.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  DATABASE_URL: 'postgres://user:password@db.example:5432/shop',
  SECRET: 'q3Jm8vT0pXz5wYb1nKc7hRd2sLf6gEa9uQi4',
  SMTP_URL: 'smtps://user:password@mail.example.com:465',
  MAIL_FROM: 'My shop <shop@example.com>',
  MSG91_AUTH_KEY: 'key',
  MSG91_TEMPLATE_ID: 'template',
}

type Case = [GatewayName, credentials: Record<string, string>, env?: Record<string, string>]

const find = ([name, credentials, env = {}]: Case, more: NodeJS.ProcessEnv = {}) =>
  findTestSign(
    loadConfig({ ...PRODUCTION, ...env, ...more }).gateways,
    connectorOf(name),
    credentials,
  )

const TEST_ACCOUNTS: Case[] = [
  ['razorpay', { keyId: 'rzp_test_1DP5mmOlF5G5ag' }],
  ['stripe', { secretKey: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc' }],
  ['stripe', { secretKey: 'rk_test_51H' }],
  ['cashfree', { clientId: 'TEST10290213b2c3', clientSecret: 'x' }],
  ['cashfree', { clientId: '1029', clientSecret: 'cfsk_ma_test_9' }],
  ['cashfree', { clientId: '1029' }, { CASHFREE_URL: 'https://sandbox.cashfree.com' }],
  ['phonepe', { merchantId: 'PGTESTPAYUAT86' }],
  ['phonepe', { clientId: 'TEST-M22ABC_2505' }],
  ['phonepe', {}, { PHONEPE_URL: 'https://api-preprod.phonepe.com/apis/pg-sandbox' }],
  ['phonepe', {}, { PHONEPE_SCRIPT_URL: 'https://mercury-stg.phonepe.com/web/bundle/checkout.js' }],
  ['payu', { merchantKey: 'gtKFFx' }],
  ['payu', { merchantKey: 'aB3dE9' }, { PAYU_URL: 'https://test.payu.in/' }],
  ['paytm', { website: 'WEBSTAGING' }],
  ['paytm', { website: 'DEFAULT' }, { PAYTM_URL: 'https://securegw-stage.paytm.in' }],
  ['paypal', {}, { PAYPAL_URL: 'https://api-m.sandbox.paypal.com' }],
]

const LIVE_ACCOUNTS: Case[] = [
  ['razorpay', { keyId: 'rzp_live_1DP5mmOlF5G5ag', keySecret: 'rzp_test_' }],
  ['stripe', { secretKey: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', webhookSecret: 'whsec_sk_test_' }],
  ['cashfree', { clientId: '10290213b2c3', clientSecret: 'cfsk_ma_prod_9' }],
  ['phonepe', { merchantId: 'M22GEMSTALL', clientId: 'SU2505', clientVersion: '1' }],
  ['payu', { merchantKey: 'aB3dE9', salt: 'gtKFFx' }],
  ['paytm', { merchantId: 'Gemsta12345678901234', website: 'DEFAULT' }],
  ['paypal', { clientId: 'sandbox' }],
]

test('test accounts are recognised by credentials or host, and live ones are not', () => {
  for (const one of TEST_ACCOUNTS) assert.ok(find(one), JSON.stringify(one))
  for (const one of LIVE_ACCOUNTS) assert.equal(find(one), null, JSON.stringify(one))
})

test('a test account can be used outside production, or where it is allowed by name', () => {
  for (const one of TEST_ACCOUNTS) {
    const [name] = one
    const other = name === 'payu' ? 'paytm' : 'payu'
    assert.equal(find(one, { ALLOW_TEST_GATEWAYS: `${other}, ${name}` }), null)
    assert.ok(find(one, { ALLOW_TEST_GATEWAYS: other }))
    for (const NODE_ENV of ['development', 'test']) assert.equal(find(one, { NODE_ENV }), null)
  }
  assert.throws(
    () => loadConfig({ ...PRODUCTION, ALLOW_TEST_GATEWAYS: 'upi' }),
    /ALLOW_TEST_GATEWAYS/,
  )
})
