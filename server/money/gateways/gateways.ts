import { GATEWAYS, type GatewayName, type OfferedMethods } from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { findSettings, putSetting } from '#server/catalogue/settings/settings.ts'
import { findAccounts, webhookSecretsOf } from './credentials.ts'
import type { Gateway } from '#connectors/gateways/gateway.ts'
import { createBtcpay } from '#connectors/gateways/btcpay/btcpay.ts'
import { createCashfree } from '#connectors/gateways/cashfree/cashfree.ts'
import { createPayPal } from '#connectors/gateways/paypal/paypal.ts'
import { createPaytm } from '#connectors/gateways/paytm/paytm.ts'
import { createPayU } from '#connectors/gateways/payu/payu.ts'
import { createPhonePe } from '#connectors/gateways/phonepe/phonepe.ts'
import { createRazorpay } from '#connectors/gateways/razorpay/razorpay.ts'
import { createStripe } from '#connectors/gateways/stripe/stripe.ts'

export type Gateways = Chosen & {
  byName: Record<GatewayName, Gateway | null> // null without credentials
}

/** Any of them may have lost its credentials since. */
type Chosen = {
  active: GatewayName | null // the first choice for new payments; without one, none are taken
  standIns: GatewayName[] // take new payments while the first choice is in trouble
  foreign: GatewayName[] // take payments in other currencies than rupees, the first one first
  upiCodes: GatewayName[] // customers pay by a UPI code on the shop's own page
  offered: OfferedMethods // for rupees, besides UPI
  cheapestFirst: boolean // a payment goes to the gateway where its method has cost least
}

type Deps = Pick<Context, 'sql' | 'keys' | 'config' | 'log'>
type Addresses = Context['config']['gateways']['addresses']

/** Reuses a gateway object while its credentials stay the same, because some hold an access token. */
export function loadGateways(deps: Deps): () => Promise<Gateways> {
  const { sql, config } = deps
  const built = new Map<GatewayName, { from: string; gateway: Gateway }>()

  function rebuild(name: GatewayName, credentials: Credentials): Gateway {
    const from = JSON.stringify(credentials)
    const known = built.get(name)
    if (known?.from === from) return known.gateway
    const gateway = build(name, config.gateways.addresses, credentials)
    built.set(name, { from, gateway })
    return gateway
  }

  return async () => {
    const [chosen, accounts] = await Promise.all([findChosen(sql), findAccounts(deps, sql)])
    const all = GATEWAYS.map((name) => {
      const { credentials, missing } = accounts[name]
      return [name, missing.length === 0 ? rebuild(name, credentials) : null]
    })
    return { ...chosen, byName: Object.fromEntries(all) as Gateways['byName'] }
  }
}

const ACTIVE = 'active-gateway'
const STAND_INS = 'stand-in-gateways'
const FOREIGN = 'dollar-gateways' // named when there was no other currency
const UPI_CODES = 'upi-code-gateways'
const OFFERED = 'gateway-methods'
const CHEAPEST = 'cheapest-gateway-first'

type Settings = {
  [ACTIVE]: GatewayName | null
  [STAND_INS]: GatewayName[]
  [FOREIGN]: GatewayName[]
  [UPI_CODES]: GatewayName[]
  [OFFERED]: Chosen['offered']
  [CHEAPEST]: boolean
}

const SETTINGS: (keyof Settings)[] = [ACTIVE, STAND_INS, FOREIGN, UPI_CODES, OFFERED, CHEAPEST]

export async function findChosen(sql: Sql | Tx): Promise<Chosen> {
  const found = await findSettings<Settings>(sql, SETTINGS)
  return {
    active: found[ACTIVE] ?? null,
    standIns: found[STAND_INS] ?? [],
    foreign: found[FOREIGN] ?? [],
    upiCodes: found[UPI_CODES] ?? [],
    offered: found[OFFERED] ?? {},
    cheapestFirst: found[CHEAPEST] ?? false,
  }
}

export async function putChosen(
  tx: Tx,
  { active, standIns, foreign, upiCodes, offered, cheapestFirst }: Chosen,
  now: Date,
): Promise<void> {
  await putSetting(tx, ACTIVE, active, now)
  await putSetting(tx, STAND_INS, standIns, now)
  await putSetting(tx, FOREIGN, foreign, now)
  await putSetting(tx, UPI_CODES, upiCodes, now)
  await putSetting(tx, OFFERED, offered, now)
  await putSetting(tx, CHEAPEST, cheapestFirst, now)
}

function build(gateway: GatewayName, addresses: Addresses, credentials: Credentials): Gateway {
  const of = (name: string) => credentials[name] ?? ''
  const webhookSecrets = webhookSecretsOf(credentials)
  const client = { clientId: of('clientId'), clientSecret: of('clientSecret') }
  const merchantId = of('merchantId')
  switch (gateway) {
    case 'razorpay': {
      const key = { keyId: of('keyId'), keySecret: of('keySecret') }
      return createRazorpay({ ...addresses.razorpay, ...key, webhookSecrets })
    }
    case 'cashfree':
      return createCashfree({ ...addresses.cashfree, ...client })
    case 'phonepe':
      return createPhonePe({
        ...addresses.phonepe,
        ...client,
        merchantId,
        clientVersion: of('clientVersion'),
        webhookUsername: of('webhookUsername'),
        webhookPassword: of('webhookPassword'),
      })
    case 'payu':
      return createPayU({
        url: addresses.payu.url,
        apiUrl: addresses.payu.apiUrl,
        merchantKey: of('merchantKey'),
        salt: of('salt'),
        portal: { url: addresses.payu.disputesUrl, merchantId, token: of('disputeToken') },
      })
    case 'paytm':
      return createPaytm({
        ...addresses.paytm,
        merchantId,
        merchantKey: of('merchantKey'),
        website: of('website'),
      })
    case 'stripe':
      return createStripe({ ...addresses.stripe, secretKey: of('secretKey'), webhookSecrets })
    case 'paypal':
      return createPayPal({ ...addresses.paypal, ...client, webhookId: of('webhookId') })
    case 'btcpay': {
      const store = { url: of('url'), storeId: of('storeId'), apiKey: of('apiKey') }
      return createBtcpay({ ...store, webhookSecrets })
    }
  }
}
