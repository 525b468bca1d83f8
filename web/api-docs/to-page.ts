import { type JsonSchema } from '#contract/core/wire-schema.ts'
import { CHAPTERS, type Chapter } from '#web/api-docs/description/calls.ts'
import { wordsFor, type Parameter, type ResellerApi } from '#web/api-docs/description/describe.ts'
import { toSnippets, type Language } from './trial/snippets.ts'

/** A field of a request, for the documentation and for the form that tries the call. */
export type SentField = {
  name: string
  in: 'path' | 'query' | 'header' | 'body'
  isRequired: boolean
  type: string
  options: string[] // empty if any value is possible
  standard: string // default value
  words: string
  example: string
}

export type AnsweredField = { name: string; type: string; words: string }

export type ShownCall = {
  id: string
  chapter: Chapter
  title: string
  words: string[]
  method: string
  address: string // has path parameters in braces
  scope: string
  fields: SentField[]
  snippets: Record<Language, string>
  answer: string
  answered: AnsweredField[]
  errors: string[] // in addition to those of all calls
}

/** Converts the document to what the page shows. This runs on the server, so browsers get no schemas. */
export function toPage(api: ResellerApi, errorsOfAll: readonly string[]) {
  const base = api.servers[0]!.url
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const show = ({ path, method, operation }: (typeof operations)[number]): ShownCall => {
    const body = operation.requestBody?.content['application/json']
    const { schema, example } = operation.responses[200].content['application/json']
    const sample = {
      method: method.toUpperCase(),
      url: base + toExample(path, operation.parameters),
      body: body?.example ?? null,
    }
    return {
      id: operation.operationId,
      chapter: CHAPTERS[operation.operationId],
      title: operation.summary,
      words: operation.description.split('\n\n'),
      method: sample.method,
      address: new URL(base).pathname + path,
      scope: operation['x-scope'],
      fields: [
        ...operation.parameters.map(toSentField),
        ...(body ? toBodyFields(body.schema, body.example as Record<string, unknown>) : []),
      ].toSorted((one, other) => rank(one) - rank(other)),
      snippets: toSnippets(sample),
      answer: JSON.stringify(example, null, 2),
      answered: listFields(
        schema.properties!['data'] as JsonSchema,
        CHAPTERS[operation.operationId],
      ),
      errors: operation['x-errors'].filter((code) => !errorsOfAll.includes(code)),
    }
  }
  const order = Object.keys(CHAPTERS)
  return {
    base,
    version: api.info.version,
    calls: operations
      .map(show)
      .toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id)),
    errors: api['x-errors'],
    testPlayers: Object.entries(api['x-test-players']),
    events: Object.entries(api.webhooks).map(([type, { post }]) => ({ type, words: post.summary })),
    event: JSON.stringify(
      Object.values(api.webhooks)[0]!.post.requestBody.content['application/json'].example,
      null,
      2,
    ),
    changelog: api['x-changelog'],
  }
}

function toExample(path: string, parameters: Parameter[]): string {
  const sent = parameters.filter(({ example }) => example !== undefined)
  const inPath = sent.filter((one) => one.in === 'path')
  const address = inPath.reduce(
    (so, { name, example }) => so.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  )
  const query = sent
    .filter((one) => one.in === 'query')
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  return query.length > 0 ? `${address}?${query.join('&')}` : address
}

/** Sorts required fields first and headers, which are rarely sent, last. */
const rank = ({ in: place, isRequired }: SentField): number =>
  isRequired ? 0 : place === 'header' ? 2 : 1

const toSentField = ({ schema, description, example, ...parameter }: Parameter): SentField => ({
  name: parameter.name,
  in: parameter.in,
  isRequired: parameter.required,
  ...readSchema(schema),
  words: description,
  example: example === undefined ? '' : String(example),
})

function toBodyFields(schema: JsonSchema, example: Record<string, unknown>): SentField[] {
  return Object.entries(schema.properties ?? {}).map(([name, inner]) => ({
    name,
    in: 'body',
    isRequired: schema.required?.includes(name) ?? false,
    ...readSchema(inner as JsonSchema),
    words: (inner as JsonSchema).description ?? '',
    example: name in example ? String(example[name]) : '',
  }))
}

const readSchema = (schema: JsonSchema) => ({
  type: typeOf(schema),
  options: schema.type === 'boolean' ? ['true', 'false'] : (schema.enum ?? []).map(String),
  standard: schema.default === undefined ? '' : String(schema.default),
})

/** Lists the fields of an answer. Nested fields have their parent's name and a dot in front. */
function listFields(schema: JsonSchema, chapter: Chapter, path: string[] = []): AnsweredField[] {
  const within = (schema.items as JsonSchema | undefined) ?? schema
  return Object.entries(propertiesOf(within)).flatMap(([name, inner]) => [
    {
      name: [...path, name].join('.'),
      type: typeOf(inner),
      words: wordsFor([...path, name].map(bare), chapter),
    },
    ...listFields(inner, chapter, [...path, inner.items ? `${name}[]` : name]),
  ])
}

const bare = (name: string) => name.replace('[]', '')

/** Merges the fields of all variants by currency, because they have the same names. */
function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  const variants = (schema.oneOf ?? schema.anyOf ?? [schema]) as JsonSchema[]
  const all = variants.map((one) => one.properties ?? {}) as Record<string, JsonSchema>[]
  const merged: Record<string, JsonSchema> = {}
  for (const properties of all)
    for (const [name, inner] of Object.entries(properties)) {
      const known = merged[name]
      const consts = [known?.const, inner.const, ...(known?.enum ?? [])].filter(
        (one) => one !== undefined,
      )
      const { const: _, ...rest } = inner
      merged[name] = known && consts.length > 0 ? { ...rest, enum: consts } : inner
    }
  return merged
}

const FORMATS: Record<string, string> = { uuid: 'id', 'date-time': 'time' }

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return [...new Set(schema.enum.map(String))].join(' | ')
  if (schema.const !== undefined) return String(schema.const)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set((variants as JsonSchema[]).map(typeOf))].join(' | ')
  const { type, format } = schema
  if (Array.isArray(type)) return type.map((one) => toWord(one, format)).join(' | ')
  if (type === 'array') return `${typeOf(schema.items as JsonSchema)}[]`
  return toWord(type ?? 'any', format)
}

const toWord = (type: string, format: string | undefined): string =>
  (type === 'string' && FORMATS[format ?? '']) || type
