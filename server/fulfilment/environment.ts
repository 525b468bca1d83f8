import { z } from 'zod'

const WORDS = 'must be an address that begins with http:// or https://'
const address = (real: string) => z.url({ protocol: /^https?$/, error: WORDS }).default(real)
const credential = z.string().optional()

/** What the environment says of each provider: where it is, and as whom the shop comes to it. */
export const providerVariables = {
  SMILEONE_URL: address('https://www.smile.one'),
  SMILEONE_UID: credential,
  SMILEONE_EMAIL: credential,
  SMILEONE_KEY: credential,
  MOOGOLD_URL: address('https://moogold.com'),
  MOOGOLD_PARTNER_ID: credential,
  MOOGOLD_SECRET_KEY: credential,
  UNIPIN_URL: address('https://api.unipin.com'),
  UNIPIN_PARTNER_ID: credential,
  UNIPIN_SECRET_KEY: credential,
  SEAGM_URL: address('https://openapi.seagm.com'),
  SEAGM_UID: credential,
  SEAGM_SECRET_KEY: credential,
  LAPAKGAMING_URL: address('https://www.lapakgaming.com'),
  LAPAKGAMING_API_KEY: credential,
  G2BULK_URL: address('https://api.g2bulk.com'),
  G2BULK_API_KEY: credential,
  DIGIFLAZZ_URL: address('https://api.digiflazz.com'),
  DIGIFLAZZ_USERNAME: credential,
  DIGIFLAZZ_API_KEY: credential,
  DIGIFLAZZ_WEBHOOK_SECRET: credential, // without it nothing that comes by itself is believed
}

/** All of them or none. */
export const PROVIDER_VARIABLES_TOGETHER = [
  ['SMILEONE_UID', 'SMILEONE_EMAIL', 'SMILEONE_KEY'],
  ['MOOGOLD_PARTNER_ID', 'MOOGOLD_SECRET_KEY'],
  ['UNIPIN_PARTNER_ID', 'UNIPIN_SECRET_KEY'],
  ['SEAGM_UID', 'SEAGM_SECRET_KEY'],
  ['DIGIFLAZZ_USERNAME', 'DIGIFLAZZ_API_KEY'],
] as const

type Env = z.output<z.ZodObject<typeof providerVariables>>

/** Null where the shop has no account. */
export const toProviderCredentials = (env: Env) => ({
  smileone: whole({
    url: env.SMILEONE_URL,
    uid: env.SMILEONE_UID,
    email: env.SMILEONE_EMAIL,
    key: env.SMILEONE_KEY,
  }),
  moogold: whole({
    url: env.MOOGOLD_URL,
    partnerId: env.MOOGOLD_PARTNER_ID,
    secretKey: env.MOOGOLD_SECRET_KEY,
  }),
  unipin: whole({
    url: env.UNIPIN_URL,
    partnerId: env.UNIPIN_PARTNER_ID,
    secretKey: env.UNIPIN_SECRET_KEY,
  }),
  seagm: whole({ url: env.SEAGM_URL, uid: env.SEAGM_UID, secretKey: env.SEAGM_SECRET_KEY }),
  lapakgaming: whole({ url: env.LAPAKGAMING_URL, apiKey: env.LAPAKGAMING_API_KEY }),
  g2bulk: whole({ url: env.G2BULK_URL, apiKey: env.G2BULK_API_KEY }),
  digiflazz: whole({
    url: env.DIGIFLAZZ_URL,
    username: env.DIGIFLAZZ_USERNAME,
    apiKey: env.DIGIFLAZZ_API_KEY,
    webhookSecret: env.DIGIFLAZZ_WEBHOOK_SECRET ?? '',
  }),
})

type Whole<Fields> = { [Name in keyof Fields]: NonNullable<Fields[Name]> }

const whole = <Fields extends object>(fields: Fields): Whole<Fields> | null =>
  Object.values(fields).every((one) => one !== undefined) ? (fields as Whole<Fields>) : null

export type ProviderCredentials = {
  [Name in keyof ReturnType<typeof toProviderCredentials>]: NonNullable<
    ReturnType<typeof toProviderCredentials>[Name]
  >
}
