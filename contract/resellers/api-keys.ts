import { z } from 'zod'
import { ApiScope, endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { required } from '#contract/core/fields.ts'
import { inCurrency } from '#contract/core/in-currency.ts'
import { Currency } from '#contract/core/money.ts'

// The API settings that a reseller sees and edits on the website.

const NO_NETWORK = 'Please enter an address or a network, such as 203.0.113.7 or 203.0.113.0/24'

/** An address or a network that a key may be used from. */
export const AllowedNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NO_NETWORK)

/** A key without its secret, which is shown only once, when the key is made. */
export const ApiKey = z.object({
  _id: z.string(),
  name: z.string(),
  isMain: z.boolean(), // the key that Generate replaces
  isTest: z.boolean(), // works on test data only, and moves no money
  scopes: z.array(ApiScope),
  allowedNetworks: z.array(z.string()), // empty allows every address
  hint: z.string(), // its first and last characters
  lastUsedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type ApiKey = z.output<typeof ApiKey>

/** The keys of a signed-in reseller: the main key in full, and the others by name. */
export const getApiService = endpoint({
  method: 'GET',
  path: '/api-service',
  access: 'reseller',
  message: '',
  input: NoInput,
  output: z.object({
    apiKey: z.string().nullable(), // the main key; null before the first is generated
    keys: z.array(ApiKey), // includes the main key; the oldest first
  }),
})

/** Makes a new main key with all scopes. The old one stops working. */
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
  gameImage: z.string(), // a URL; empty if the game has no picture
  gameName: z.string(),
  gameSlug: z.string(),
  productName: z.string(),
  productId: z.string(),
  category: z.string(),
  isAvailable: z.boolean(),
}

/** A pack at the reseller's own price. */
export const ApiServiceProduct = inCurrency(({ amount }) => ({ ...product, price: amount }))
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
  name: required('Please enter a name').max(60, 'A name can have at most 60 characters'),
  scopes: z
    .array(ApiScope)
    .min(1, 'Please choose what the key can do')
    .max(ApiScope.options.length),
  allowedNetworks: z.array(AllowedNetwork).max(50, 'Enter at most 50 networks').default([]),
}

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api-service/keys',
  access: 'reseller',
  message: '',
  input: NoInput,
  output: z.object({ keys: z.array(ApiKey) }),
})

/** Creates a key. No other answer shows its secret. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-service/keys',
  access: 'reseller',
  limit: 'account',
  message: 'API Key created',
  input: z.strictObject({ ...editable, isTest: z.boolean().default(false) }),
  output: z.object({ apiKey: z.string(), key: ApiKey }),
})

/** Edits name, scopes and networks. The main key always has all scopes. */
export const editApiKey = endpoint({
  method: 'PUT',
  path: '/api-service/keys/:id',
  access: 'reseller',
  limit: 'account',
  message: 'API Key saved',
  input: z.strictObject({ id: Id, ...editable }),
  output: ApiKey,
})

/** Replaces the secret of any key, the main one included. The old secret stops working at once. */
export const rollApiKey = endpoint({
  method: 'POST',
  path: '/api-service/keys/:id/roll',
  access: 'reseller',
  limit: 'account',
  message: 'API Key generated successfully.',
  input: z.strictObject({ id: Id }),
  output: z.object({ apiKey: z.string(), key: ApiKey }),
})

/** Deletes a key for good. It stops working at once. */
export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/api-service/keys/:id',
  access: 'reseller',
  limit: 'account',
  message: 'API Key deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Deletes test orders and test quotes, and resets the test wallet. */
export const deleteTestData = endpoint({
  method: 'DELETE',
  path: '/api-service/test-data',
  access: 'reseller',
  limit: 'account',
  message: 'Test data deleted',
  input: NoInput,
  output: NoOutput,
})
