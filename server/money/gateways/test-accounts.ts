import {
  CREDENTIAL_FIELDS,
  GATEWAY_TITLES,
  GATEWAYS,
  type GatewayName,
} from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'

// Test accounts take play money, and customers would get real packs for it. Production refuses them unless allowed by
// name.

type Config = Context['config']['gateways']

/** Hosts of the gateways' own test systems. */
const TEST_HOSTS: Partial<Record<GatewayName, string[]>> = {
  cashfree: ['sandbox.cashfree.com', 'test.cashfree.com'],
  phonepe: ['api-preprod.phonepe.com', 'mercury-stg.phonepe.com', 'mercury-uat.phonepe.com'],
  payu: ['test.payu.in', 'sandboxsecure.payu.in', 'apitest.payu.in'],
  paytm: ['securestage.paytmpayments.com', 'securegw-stage.paytm.in'],
  paypal: ['api-m.sandbox.paypal.com', 'api.sandbox.paypal.com'],
}

/** Recognises test credentials of gateways whose live ones look different. */
const TEST_CREDENTIALS: Record<GatewayName, Record<string, RegExp>> = {
  razorpay: { keyId: /^rzp_test_/i },
  cashfree: { clientId: /^TEST/i, clientSecret: /^(cfsk_ma_test_|TEST)/i },
  phonepe: { merchantId: /^PGTEST|UAT/i, clientId: /^TEST|UAT/i },
  payu: { merchantKey: /^(gtKFFx|JPM7Fg|rjQUPktU)$/ }, // keys from PayU's own documentation
  paytm: { website: /STAGING/i },
  stripe: { secretKey: /^(sk|rk)_test_/i },
  paypal: {}, // the address tells
  btcpay: {}, // nothing tells
}

export type TestSign = { field: string | null; words: string }

/**
 * Finds what marks an account as a test account. Null if nothing does, or if this shop allows test accounts of this
 * gateway.
 */
export function findTestSign(
  { addresses, testAllowed }: Config,
  name: GatewayName,
  credentials: Credentials,
): TestSign | null {
  if (testAllowed.includes(name)) return null
  const found = CREDENTIAL_FIELDS[name].find((field) =>
    TEST_CREDENTIALS[name][field.name]?.test(credentials[field.name] ?? ''),
  )
  if (found) return { field: found.name, words: `the ${found.label} belongs to a test account` }
  const hosts = Object.values(addresses[name]).map((address) => new URL(address).hostname)
  const host = hosts.find((one) => TEST_HOSTS[name]?.includes(one))
  return host ? { field: null, words: `${host} is for tests` } : null
}

/** Advice that follows "Missing: ". */
export const tellLiveAccount = (name: GatewayName, { words }: TestSign): string =>
  `a live account (${words}; to use it anyway, set ALLOW_TEST_GATEWAYS=${name})`

/** Logs at start-up, where the person who set the environment can read it. */
export function warnOfTestAccounts({ config, log }: Pick<Context, 'config' | 'log'>): void {
  for (const name of GATEWAYS) {
    const credentials = config.gateways.credentials[name]
    const sign =
      Object.keys(credentials).length > 0 && findTestSign(config.gateways, name, credentials)
    if (sign)
      log.error(
        { gateway: name },
        `${GATEWAY_TITLES[name]} takes no payments. Missing: ${tellLiveAccount(name, sign)}`,
      )
  }
}
