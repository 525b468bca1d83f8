import { z } from 'zod'
import { CREDENTIAL_FIELDS, GATEWAYS, type GatewayName } from '#contract/money/payments.ts'
import { about, listOf } from './variables.ts'
import { readCredentials, variableOf, type Credentials } from './credentials.ts'

const WORDS = 'must be an address that begins with http:// or https://'
const address = (real: string, words = 'The address.') =>
  about(
    z
      .url({ protocol: /^https?$/, error: WORDS })
      .default(real)
      .transform((url) => url.replace(/\/$/, '')),
    words,
  )
const credential = z.string().optional() // described by the label in CREDENTIAL_FIELDS

/** Environment variables of each gateway: its address and the shop's credentials. */
export const gatewayVariables = {
  RAZORPAY_URL: address('https://api.razorpay.com'),
  RAZORPAY_KEY_ID: credential,
  RAZORPAY_KEY_SECRET: credential,
  RAZORPAY_WEBHOOK_SECRET: credential,
  CASHFREE_URL: address(
    'https://api.cashfree.com',
    'The address; `https://sandbox.cashfree.com` for tests.',
  ),
  CASHFREE_CLIENT_ID: credential,
  CASHFREE_CLIENT_SECRET: credential,
  PHONEPE_URL: address('https://api.phonepe.com/apis/pg'),
  PHONEPE_TOKEN_URL: address(
    'https://api.phonepe.com/apis/identity-manager',
    'The address for access tokens.',
  ),
  PHONEPE_SCRIPT_URL: address(
    'https://mercury.phonepe.com/web/bundle/checkout.js',
    'The script of its payment page.',
  ),
  PHONEPE_MERCHANT_ID: credential,
  PHONEPE_CLIENT_ID: credential,
  PHONEPE_CLIENT_SECRET: credential,
  PHONEPE_CLIENT_VERSION: credential,
  PHONEPE_WEBHOOK_USERNAME: credential,
  PHONEPE_WEBHOOK_PASSWORD: credential,
  PAYU_URL: address('https://secure.payu.in', 'The address; `https://test.payu.in` for tests.'),
  PAYU_API_URL: address('https://info.payu.in', 'The address for questions and refunds.'),
  PAYU_DISPUTES_URL: address(
    'https://bankportal.payu.in/api/v1/chargebacks',
    'The address for disputes; `https://chbuat.payu.in/api/v1/chargebacks` for tests.',
  ),
  PAYU_MERCHANT_KEY: credential,
  PAYU_SALT: credential,
  PAYU_MERCHANT_ID: credential,
  PAYU_DISPUTE_TOKEN: credential,
  PAYTM_URL: address(
    'https://secure.paytmpayments.com',
    'The address; `https://securestage.paytmpayments.com` for tests.',
  ),
  PAYTM_MERCHANT_ID: credential,
  PAYTM_MERCHANT_KEY: credential,
  PAYTM_WEBSITE: credential,
  STRIPE_URL: address('https://api.stripe.com'),
  STRIPE_SECRET_KEY: credential,
  STRIPE_WEBHOOK_SECRET: credential,
  PAYPAL_URL: address(
    'https://api-m.paypal.com',
    'The address; `https://api-m.sandbox.paypal.com` for tests.',
  ),
  PAYPAL_CLIENT_ID: credential,
  PAYPAL_CLIENT_SECRET: credential,
  PAYPAL_WEBHOOK_ID: credential,
  BTCPAY_URL: credential,
  BTCPAY_STORE_ID: credential,
  BTCPAY_API_KEY: credential,
  BTCPAY_WEBHOOK_SECRET: credential,
}

export const testGatewayVariable = {
  ALLOW_TEST_GATEWAYS: about(
    listOf(...GATEWAYS).default([]),
    'Gateways whose test accounts may take payments, separated by commas: see [Taking money](payments.md).',
    'none, outside of production all',
  ),
}

type Env = z.output<z.ZodObject<typeof gatewayVariables & typeof testGatewayVariable>>
/** Groups of variables that must be set together. */
export const GATEWAY_VARIABLES_TOGETHER = GATEWAYS.map((gateway) =>
  CREDENTIAL_FIELDS[gateway]
    .filter(({ isOptional }) => !isOptional)
    .map(({ name }) => variableOf(gateway, name)),
)

export const toGatewayEnvironment = (env: Env, isProduction: boolean) => ({
  testAllowed: isProduction ? env.ALLOW_TEST_GATEWAYS : [...GATEWAYS],
  addresses: {
    razorpay: { url: env.RAZORPAY_URL },
    cashfree: { url: env.CASHFREE_URL },
    phonepe: {
      url: env.PHONEPE_URL,
      tokenUrl: env.PHONEPE_TOKEN_URL,
      scriptUrl: env.PHONEPE_SCRIPT_URL,
    },
    payu: {
      url: env.PAYU_URL,
      apiUrl: env.PAYU_API_URL,
      disputesUrl: env.PAYU_DISPUTES_URL,
    },
    paytm: { url: env.PAYTM_URL },
    stripe: { url: env.STRIPE_URL },
    paypal: { url: env.PAYPAL_URL },
    btcpay: {}, // its address is among the credentials
  },
  credentials: Object.fromEntries(
    GATEWAYS.map((name) => [name, readCredentials(env, name, CREDENTIAL_FIELDS[name])]),
  ) as Record<GatewayName, Credentials>,
})
