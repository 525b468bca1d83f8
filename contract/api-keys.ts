import { z } from 'zod'
import { ApiScope, endpoint, Id, NoInput, NoOutput } from './endpoint.ts'
import { required } from './fields.ts'
import { Currency, Dollars, Rupees } from './money.ts'

// What a reseller sees and sets up of the API, signed in on the website.

const NO_NETWORK = 'Please enter an address or a network, such as 203.0.113.7 or 203.0.113.0/24'

/** An address, or a whole network of them, that a key may be used from. */
export const AllowedNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NO_NETWORK)

/** A key without its letters: those are told once, when it is made. */
export const ApiKey = z.object({
  _id: z.string(),
  name: z.string(),
  isMain: z.boolean(), // the one that Generate rolls
  isTest: z.boolean(), // works on test objects alone, and moves no money
  scopes: z.array(ApiScope),
  allowedNetworks: z.array(z.string()), // empty is everywhere
  hint: z.string(), // how it begins and ends: gs_live_…x7Qa
  lastUsedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type ApiKey = z.output<typeof ApiKey>

/** What a signed-in reseller may see again: the main key in full, the others by name. */
export const getApiService = endpoint({
  method: 'GET',
  path: '/api-service',
  access: 'reseller',
  message: '',
  input: NoInput,
  output: z.object({
    apiKey: z.string().nullable(), // the main key; null before the first is generated
    keys: z.array(ApiKey), // with the main one, the oldest first
  }),
})

/** A new main key with every scope; the old one ends with it. */
export const generateApiKey = endpoint({
  method: 'POST',
  path: '/api-service/generate',
  access: 'reseller',
  limit: 'account',
  message: 'API Key generated successfully.',
  input: NoInput,
  output: z.object({ apiKey: z.string() }),
})

const product = {
  gameImage: z.string(), // an address; empty where the game has no picture
  gameName: z.string(),
  gameSlug: z.string(),
  productName: z.string(),
  productId: z.string(),
  category: z.string(),
  isAvailable: z.boolean(),
}

/** A pack as a reseller buys it, at their own price. */
export const ApiServiceProduct = z.discriminatedUnion('currency', [
  z.object({ ...product, currency: z.literal('INR'), price: Rupees }),
  z.object({ ...product, currency: z.literal('USD'), price: Dollars }),
])
export type ApiServiceProduct = z.output<typeof ApiServiceProduct>

export const listApiServiceProducts = endpoint({
  method: 'GET',
  path: '/api-service/get-products',
  access: 'reseller',
  message: '',
  input: z.strictObject({ currency: Currency.default('INR') }),
  output: z.object({ products: z.array(ApiServiceProduct) }),
})

const editable = {
  name: required('Please enter a name').max(60, 'A name has at most 60 letters'),
  scopes: z
    .array(ApiScope)
    .min(1, 'Please choose what the key is for')
    .max(ApiScope.options.length),
  allowedNetworks: z.array(AllowedNetwork).max(50, 'At most 50 networks').default([]),
}

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-service/keys',
  access: 'reseller',
  message: '',
  input: NoInput,
  output: z.object({ keys: z.array(ApiKey) }),
})

/** The only answer that has the key's letters. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-service/keys',
  access: 'reseller',
  limit: 'account',
  message: 'API Key created',
  input: z.strictObject({ ...editable, isTest: z.boolean().default(false) }),
  output: z.object({ apiKey: z.string(), key: ApiKey }),
})

/** Name, scopes and networks; of the main key too, whose scopes are all there are. */
export const editApiKey = endpoint({
  method: 'PUT',
  path: '/api-service/keys/:id',
  access: 'reseller',
  limit: 'account',
  message: 'API Key saved',
  input: z.strictObject({ id: Id, ...editable }),
  output: ApiKey,
})

/** New letters for a key, the main one or another; the old ones end at once. */
export const rollApiKey = endpoint({
  method: 'POST',
  path: '/api-service/keys/:id/roll',
  access: 'reseller',
  limit: 'account',
  message: 'API Key generated successfully.',
  input: z.strictObject({ id: Id }),
  output: z.object({ apiKey: z.string(), key: ApiKey }),
})

/** It stops at once, and is not to be had back. */
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api-service/keys/:id',
  access: 'reseller',
  limit: 'account',
  message: 'API Key deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Test orders, test quotes and the test wallet begin anew. */
export const deleteTestData = endpoint({
  method: 'DELETE',
  path: '/api-service/test-data',
  access: 'reseller',
  limit: 'account',
  message: 'Test data deleted',
  input: NoInput,
  output: NoOutput,
})
