import { pathParameters, type Endpoint } from '#contract/core/endpoint.ts'
import { toWholeSchema, type JsonSchema as Schema } from '#contract/core/wire-schema.ts'

export type Fields = Record<string, unknown>

/** The choices of the generator, and the values known to exist for a field of a call. */
export type Maker = {
  below(count: number): number
  known(endpoint: Endpoint, field: string): readonly string[]
}

/** Stands for a file that the sender must insert. */
export const A_FILE = Symbol('a file')

const schemas = new WeakMap<Endpoint, Schema>()

/** The schema of an endpoint's input in wire format. */
export function schemaOf(endpoint: Endpoint): Schema {
  const made = schemas.get(endpoint) ?? toWholeSchema(endpoint.input)
  schemas.set(endpoint, made)
  return made
}

/** Makes valid input. `share` is the fraction of optional fields to include. */
export function validInput(endpoint: Endpoint, maker: Maker, share = 0.5): Fields {
  const { properties = {}, required = [] } = schemaOf(endpoint)
  const inPath = pathParameters(endpoint.path)
  const names = Object.keys(properties).filter(
    (name) => inPath.includes(name) || required.includes(name) || maker.below(100) < share * 100,
  )
  return Object.fromEntries(names.map((name) => [name, fieldOf(endpoint, maker, name)]))
}

const MANY = 8

/**
 * Makes one minimal input, one full input, and one for each notable value of each field. Together they cover the
 * filters, sorts and pages of lists.
 */
export function eachInput(endpoint: Endpoint, maker: Maker): Fields[] {
  const { properties = {} } = schemaOf(endpoint)
  const plain = () => validInput(endpoint, maker, 0)
  const alone = Object.entries(properties).flatMap(([name, schema]) =>
    choicesOf(schema as Schema).map((value) => ({ ...plain(), [name]: value })),
  )
  const others = Object.entries(properties).filter(
    ([, one]) => choicesOf(one as Schema).length === 0,
  )
  const given = others.map(([name]) => ({ ...plain(), [name]: fieldOf(endpoint, maker, name) }))
  if (endpoint.method !== 'GET')
    return [plain(), ...[1, 1].map((share) => validInput(endpoint, maker, share))]
  const isLong = properties['page'] !== undefined
  const deep = isLong ? ['2', '40', '900'].map((page) => ({ ...plain(), page })) : []
  return [plain(), validInput(endpoint, maker, 1), ...alone, ...given, ...deep]
}

/** The values of a field that takes only certain words, or the first few of them. */
function choicesOf(schema: Schema): unknown[] {
  const words = schema.enum ?? (schema.anyOf ?? []).flatMap((one) => choicesOf(one as Schema))
  return words.length <= MANY ? words : words.slice(0, MANY)
}

function fieldOf(endpoint: Endpoint, maker: Maker, name: string): unknown {
  const schema = schemaOf(endpoint).properties![name] as Schema
  const known = maker.known(endpoint, name)
  const isText = schema.type === 'string'
  const pick = () => known[maker.below(known.length)]!
  if (known.length > 0 && isText) return pick()
  if (known.length > 0 && schema.type === 'array') return [pick()]
  if (known.length > 0 && schema.anyOf && maker.below(4) > 0) return pick()
  return makeValue(schema, maker)
}

function makeValue(schema: Schema, maker: Maker): unknown {
  const pick = <T>(from: readonly T[]): T => from[maker.below(from.length)]!
  if ('const' in schema) return schema.const
  if (schema.enum) return pick(schema.enum)
  const kinds = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (kinds) return makeValue(pick(kinds), maker)
  if (schema.type === 'object') return makeObject(schema, maker)
  if (schema.type === 'array') return makeArray(schema, maker)
  if (schema.type === 'boolean') return maker.below(2) === 1
  if (schema.type === 'integer' || schema.type === 'number') return makeNumber(schema, maker)
  if (schema.type === 'null') return null
  if (schema.format === 'binary') return A_FILE
  return schema.type === 'string' ? makeText(schema, maker) : 'anything'
}

function makeObject({ properties = {}, required = [] }: Schema, maker: Maker): Fields {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || maker.below(2) === 1,
  )
  return Object.fromEntries(
    names.map((name) => [name, makeValue(properties[name] as Schema, maker)]),
  )
}

function makeArray({ items, minItems = 0, maxItems = 3 }: Schema, maker: Maker): unknown[] {
  const length = Math.min(minItems + maker.below(3), maxItems)
  return Array.from({ length }, () => makeValue(items as Schema, maker))
}

function makeNumber(schema: Schema, maker: Maker): number {
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? 0)
  const most = Math.min(schema.maximum ?? 1_000, least + 100_000)
  const value = least + maker.below(Math.max(1, Math.floor(most - least)))
  return schema.type === 'integer' ? Math.ceil(value) + (schema.exclusiveMinimum ? 1 : 0) : value
}

/** Texts that together match every pattern of the contract. */
const TEXTS = [
  'Asha Rao',
  'asha@example.com',
  '9876543210',
  '1234',
  '2001',
  '1',
  '20',
  '123456789',
  'moon-gems',
  'COUPON-1',
  '#1a1b2c',
  'IN',
  '7.5',
  'ABCDEFGHIJK12345',
  'Passw0rd!',
  '127.0.0.1',
  '10.0.0.0/8',
  '::1',
  '2001:db8::/32',
  '/game/moon',
  'https://shop.example/a',
  '2026-01',
  '2026-01-05',
  '2026-01-05T10:00:00.000Z',
  '2099-01-05T10:00:00.000Z',
  '00000000-0000-4000-8000-000000000000',
  '6a5b4c3d-0000-4000-8000-00000000000a',
  '',
]

function makeText(schema: Schema, { below }: Maker): string {
  const { minLength = 0, maxLength = 1_000, format } = schema
  if (format === 'uri') return 'https://shop.example/a'
  const patterns = [schema, ...((schema.allOf ?? []) as Schema[])]
    .map(({ pattern }) => pattern)
    .filter((pattern) => pattern !== undefined)
    .map((pattern) => new RegExp(pattern, 'u'))
  const fit = TEXTS.filter(
    (text) =>
      text.length >= minLength &&
      text.length <= maxLength &&
      patterns.every((one) => one.test(text)),
  )
  return fit[below(fit.length)] ?? 'a'.repeat(Math.max(1, minLength))
}
