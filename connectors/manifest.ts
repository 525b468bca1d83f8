import { z } from 'zod'
import type { requestJson } from './request-json.ts'
import { ConnectorName } from '#contract/core/connectors.ts'

/** Version of the interfaces. A connector of another version is refused at start. */
const API_VERSION = 1

const FieldName = z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'must be a name such as apiKey')

const Credential = z.strictObject({
  name: FieldName,
  label: z.string().min(1).max(60), // as the company's own pages call it
  isSecret: z.boolean(),
  hint: z.string().max(200).exactOptional(),
  isOptional: z.literal(true).exactOptional(), // the account works without it
  isAddress: z.literal(true).exactOptional(), // an address on the public internet; the adapter calls it by `fetchPublic`
})

const Address = z.strictObject({
  url: z.url({ protocol: /^https?$/ }), // of the live system
  words: z.string().max(200).exactOptional(), // for docs/configuration.md; 'The address.' by default
  testHosts: z.array(z.string()).exactOptional(), // of the company's test systems
})

/** States what a connector of any kind is. It is data: nothing in it runs. */
export const Manifest = z.object({
  api: z.literal(API_VERSION),
  name: ConnectorName,
  title: z.string().min(1).max(40),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'must be a version such as 1.0.0'),
  site: z.url({ protocol: /^https$/ }).exactOptional(), // missing for software that many companies run
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)), // of its customers; empty for all
  credentials: z.array(Credential).max(12),
  addresses: z.record(FieldName, Address), // each can be changed by a variable, such as ACME_URL for `url`
})
export type Manifest = z.output<typeof Manifest>

/**
 * The part of the shop that a connector gets: its own account, the clock and the log. It never gets the database.
 */
export type ConnectorAccount = {
  addresses: Record<string, string> // one for each address of the manifest
  credentials: Record<string, string> // every required one is set; optional ones may be missing
  /** Sends a request and reads JSON. It gives up after four seconds, follows no redirect, and throws for 500 and above. */
  request: typeof requestJson
  log: { warn(fields: object, words: string): void }
  now: () => number
}

export const isFunction = (value: unknown): boolean => typeof value === 'function'
