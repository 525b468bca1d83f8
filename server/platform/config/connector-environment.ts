import { z } from 'zod'
import { findOwnFolder, INSTALLED } from '#connectors/connectors.ts'
import { readProof } from '#connectors/proof.ts'
import type { Manifest } from '#connectors/manifest.ts'
import { variableOf } from '#connectors/variable-of.ts'
import { readCredentials, type Credentials } from './credentials.ts'
import { about, commaList, listOf } from './variables.ts'

const GATEWAYS = [...INSTALLED.gateways.values()]
const SUPPLIERS = [...INSTALLED.suppliers.values()]

const WORDS = 'must be an address that begins with http:// or https://'
const Url = z.url({ protocol: /^https?$/, error: WORDS }).transform((url) => url.replace(/\/$/, ''))
const address = (real: string, words = 'The address.') => about(Url.default(real), words)

type Field = { label: string; hint?: string; isAddress?: true }
const credential = ({ label, hint, isAddress }: Field) =>
  about((isAddress ? Url : z.string()).optional(), hint ? `${label}. ${hint}.` : `${label}.`)

/** Variables of connectors: their addresses and the shop's credentials. */
const toVariables = (connectors: Manifest[]): Record<string, z.ZodType> =>
  Object.fromEntries(
    connectors.flatMap(({ name, addresses, credentials }) => [
      ...Object.entries(addresses).map(
        ([field, { url, words }]) => [variableOf(name, field), address(url, words)] as const,
      ),
      ...credentials.map((field) => [variableOf(name, field.name), credential(field)] as const),
    ]),
  )

export const gatewayVariables = toVariables(GATEWAYS)
export const supplierVariables = toVariables(SUPPLIERS)

export const ownConnectorVariables = {
  CONNECTORS: about(
    z.string().optional(),
    'Folders with connectors of your own, separated by commas: see [Connectors](connectors.md).',
  ),
  ALLOW_UNPROVEN_CONNECTORS: about(
    z.string().transform(commaList).default([]),
    'Names of own connectors that production may use without a proof, separated by commas.',
  ),
}

export const testGatewayVariable = {
  ALLOW_TEST_GATEWAYS: about(
    listOf(...GATEWAYS.map(({ name }) => name)).default([]),
    'Gateways whose test accounts may take payments, separated by commas: see [Taking money](payments.md).',
    'none, outside of production all',
  ),
}

/** Groups of variables that must be set together. */
export const CONNECTOR_VARIABLES_TOGETHER = [...SUPPLIERS, ...GATEWAYS].map(
  ({ name, credentials }) =>
    credentials
      .filter(({ isOptional }) => !isOptional)
      .map((credential) => variableOf(name, credential.name)),
)

type Env = z.output<z.ZodObject<typeof testGatewayVariable>>

export const toGatewayEnvironment = (env: Env, isProduction: boolean) => ({
  testAllowed: isProduction ? env.ALLOW_TEST_GATEWAYS : GATEWAYS.map(({ name }) => name),
  ...readAccounts(env, GATEWAYS),
})

export const toSupplierEnvironment = (env: object) => readAccounts(env, SUPPLIERS)

/** Addresses and credentials by the name of the connector. */
const readAccounts = (env: object, connectors: Manifest[]) => ({
  addresses: Object.fromEntries(
    connectors.map(({ name, addresses }) => [
      name,
      readAddresses(env, name, Object.keys(addresses)),
    ]),
  ),
  credentials: Object.fromEntries(
    connectors.map(({ name, credentials }) => [name, readCredentials(env, name, credentials)]),
  ) as Record<string, Credentials>,
})

const readAddresses = (env: object, name: string, fields: string[]): Record<string, string> =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      String((env as Record<string, unknown>)[variableOf(name, field)]),
    ]),
  )

/** Own connectors that production refuses, because nothing proves the files that they have now. */
export const findUnproven = (allowed: string[]): string[] =>
  (['gateways', 'suppliers'] as const).flatMap((kind) =>
    [...INSTALLED[kind].keys()].flatMap((name) => {
      const folder = findOwnFolder(kind, name)
      const isFine = !folder || allowed.includes(name) || readProof(folder)
      return isFine
        ? []
        : [
            `${name} is not proven: run npm run connector:check -- ${folder}, or name it in ALLOW_UNPROVEN_CONNECTORS`,
          ]
    }),
  )
