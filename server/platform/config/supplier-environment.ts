import { z } from 'zod'
import { SUPPLIER_CREDENTIAL_FIELDS } from '#contract/catalogue/suppliers/suppliers.ts'
import { SUPPLIERS, type SupplierName } from '#contract/catalogue/sources.ts'
import { about } from './variables.ts'
import { variableOf } from '#connectors/variable-of.ts'
import { readCredentials, type Credentials } from './credentials.ts'

const WORDS = 'must be an address that begins with http:// or https://'
const address = (real: string, words = 'The address.') =>
  about(z.url({ protocol: /^https?$/, error: WORDS }).default(real), words)
const credential = z.string().optional() // described by the label in SUPPLIER_CREDENTIAL_FIELDS

/** Environment variables of each supplier: its address and the shop's credentials. */
export const supplierVariables = {
  SMILEONE_URL: address('https://www.smile.one'),
  SMILEONE_UID: credential,
  SMILEONE_EMAIL: credential,
  SMILEONE_KEY: credential,
  MOOGOLD_URL: address('https://moogold.com'),
  MOOGOLD_PARTNER_ID: credential,
  MOOGOLD_SECRET_KEY: credential,
  UNIPIN_URL: address(
    'https://api.unipin.com',
    'The address; `https://dev-api.unipin.com` for tests.',
  ),
  UNIPIN_PARTNER_ID: credential,
  UNIPIN_SECRET_KEY: credential,
  SEAGM_URL: address(
    'https://openapi.seagm.com',
    'The address; `https://openapi.seagm.io` for tests.',
  ),
  SEAGM_UID: credential,
  SEAGM_SECRET_KEY: credential,
  LAPAKGAMING_URL: address(
    'https://www.lapakgaming.com',
    'The address; `https://dev.lapakgaming.com` for tests.',
  ),
  LAPAKGAMING_API_KEY: credential,
  G2BULK_URL: address('https://api.g2bulk.com'),
  G2BULK_API_KEY: credential,
  DIGIFLAZZ_URL: address('https://api.digiflazz.com'),
  DIGIFLAZZ_USERNAME: credential,
  DIGIFLAZZ_API_KEY: credential,
  DIGIFLAZZ_WEBHOOK_SECRET: credential, // without it the shop ignores callbacks
}

/** Required credentials of each supplier, which must be set together. */
export const SUPPLIER_VARIABLES_TOGETHER = SUPPLIERS.map((supplier) =>
  SUPPLIER_CREDENTIAL_FIELDS[supplier]
    .filter(({ isOptional }) => !isOptional)
    .map(({ name }) => variableOf(supplier, name)),
)

type Env = z.output<z.ZodObject<typeof supplierVariables>>

export type SupplierAddresses = Record<SupplierName, string>

export const toSupplierEnvironment = (env: Env) => ({
  addresses: {
    smileone: env.SMILEONE_URL,
    moogold: env.MOOGOLD_URL,
    unipin: env.UNIPIN_URL,
    seagm: env.SEAGM_URL,
    lapakgaming: env.LAPAKGAMING_URL,
    g2bulk: env.G2BULK_URL,
    digiflazz: env.DIGIFLAZZ_URL,
  } satisfies SupplierAddresses,
  credentials: Object.fromEntries(
    SUPPLIERS.map((name) => [name, readCredentials(env, name, SUPPLIER_CREDENTIAL_FIELDS[name])]),
  ) as Record<SupplierName, Credentials>,
})

type WithUrl<Field extends string> = Record<'url' | Field, string>

/** The address and credentials that each supplier's adapter gets. */
export type SupplierCredentials = {
  smileone: WithUrl<'uid' | 'email' | 'key'>
  moogold: WithUrl<'partnerId' | 'secretKey'>
  unipin: WithUrl<'partnerId' | 'secretKey'>
  seagm: WithUrl<'uid' | 'secretKey'>
  lapakgaming: WithUrl<'apiKey'>
  g2bulk: WithUrl<'apiKey'>
  digiflazz: WithUrl<'username' | 'apiKey' | 'webhookSecret'>
}
