import { z } from 'zod'
import { BUILT_IN } from '#connectors/connectors.ts'
import { about, listOf } from './variables.ts'
import { variableOf } from '#connectors/variable-of.ts'
import { readCredentials, type Credentials } from './credentials.ts'

const WORDS = 'must be an address that begins with http:// or https://'
const address = (real: string, words = 'The address.') =>
  about(
    z
      .url({ protocol: /^https?$/, error: WORDS })
      .default(real)
      .transform((url) => url.replace(/\/$/, '')),
    words,
  )
const credential = ({ label, hint }: { label: string; hint?: string }) =>
  about(z.string().optional(), hint ? `${label}. ${hint}.` : `${label}.`)

const GATEWAYS = [...BUILT_IN.gateways.values()]

/** Environment variables of each gateway: its addresses and the shop's credentials. */
export const gatewayVariables = Object.fromEntries(
  GATEWAYS.flatMap(({ name, addresses, credentials }) => [
    ...Object.entries(addresses).map(
      ([field, { url, words }]) => [variableOf(name, field), address(url, words)] as const,
    ),
    ...credentials.map((field) => [variableOf(name, field.name), credential(field)] as const),
  ]),
)

export const testGatewayVariable = {
  ALLOW_TEST_GATEWAYS: about(
    listOf(...GATEWAYS.map(({ name }) => name)).default([]),
    'Gateways whose test accounts may take payments, separated by commas: see [Taking money](payments.md).',
    'none, outside of production all',
  ),
}

type Env = z.output<z.ZodObject<typeof testGatewayVariable>>

/** Groups of variables that must be set together. */
export const GATEWAY_VARIABLES_TOGETHER = GATEWAYS.map(({ name, credentials }) =>
  credentials
    .filter(({ isOptional }) => !isOptional)
    .map((credential) => variableOf(name, credential.name)),
)

export const toGatewayEnvironment = (env: Env, isProduction: boolean) => ({
  testAllowed: isProduction ? env.ALLOW_TEST_GATEWAYS : GATEWAYS.map(({ name }) => name),
  addresses: Object.fromEntries(
    GATEWAYS.map(({ name, addresses }) => [name, readAddresses(env, name, Object.keys(addresses))]),
  ),
  credentials: Object.fromEntries(
    GATEWAYS.map(({ name, credentials }) => [name, readCredentials(env, name, credentials)]),
  ) as Record<string, Credentials>,
})

const readAddresses = (env: object, name: string, fields: string[]): Record<string, string> =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      String((env as Record<string, unknown>)[variableOf(name, field)]),
    ]),
  )
