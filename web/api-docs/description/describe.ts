import * as documents from '#contract/accounting/reseller-documents.ts'
import { describeApi } from '#contract/core/openapi.ts'
import { toSchema, type JsonSchema } from '#contract/core/wire-schema.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import * as orders from '#contract/resellers/reseller.ts'
import {
  API_ERRORS,
  ApiOrder,
  TEST_PLAYERS,
  type ApiErrorCode,
} from '#contract/resellers/reseller.ts'
import * as webhooks from '#contract/resellers/reseller-webhooks.ts'
import { toRequest } from '#contract/core/request.ts'
import { ApiEvent, type OrderEventType } from '#contract/resellers/webhooks.ts'
import { CALL_WORDS } from './call-words.ts'
import { CHAPTERS, ERRORS_OF_ALL, ERRORS_OF_BODIES, type CallName, type Chapter } from './calls.ts'
import { API_VERSION, CHANGELOG } from './changelog.ts'
import { FIELD_WORDS } from './field-words.ts'
import { EXAMPLE_EVENT } from './webhook-call-words.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
  example?: unknown
}

type Operation = {
  operationId: CallName
  tags: string[]
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema; example: unknown } } }
  responses: Record<string, unknown> & {
    200: { content: { 'application/json': { schema: JsonSchema; example: unknown } } }
  }
  'x-errors': ApiErrorCode[]
  'x-scope': string
}

export type ResellerApi = ReturnType<typeof describeResellerApi>

/** Describes the reseller API as an OpenAPI 3.1 document, from the contract and the texts for each part of it. */
export function describeResellerApi({ shopUrl, shopName }: { shopUrl: string; shopName: string }) {
  const contract: Record<CallName, Endpoint> = { ...orders, ...documents, ...webhooks }
  const endpoints = (Object.keys(CHAPTERS) as CallName[]).map((name): [CallName, Endpoint] => [
    name,
    contract[name],
  ])
  const about = { title: `${shopName} reseller API`, version: API_VERSION, shopUrl }
  const { paths, components, ...rest } = describeApi(endpoints, about)
  const { Refusal } = components.schemas
  return {
    ...rest,
    info: { ...rest.info, description: `Read ${shopUrl}/api-docs first.` },
    tags: [...new Set(Object.values(CHAPTERS))].map((name) => ({ name })),
    paths: describePaths(paths as RawPaths, endpoints),
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: { apiKey: components.securitySchemes.apiKey },
      schemas: {
        Refusal: {
          ...Refusal,
          properties: {
            ...Refusal.properties,
            code: { type: 'string', enum: API_ERRORS.map(({ code }) => code) },
          },
        },
      },
      responses: describeErrors(),
    },
    'x-errors': API_ERRORS,
    'x-test-players': TEST_PLAYERS,
    'x-changelog': CHANGELOG,
  }
}

type RawPaths = Record<string, Record<string, Operation>>

function describePaths(paths: RawPaths, endpoints: [CallName, Endpoint][]) {
  const known = new Map(endpoints)
  const describeAll = (path: Record<string, Operation>) =>
    Object.fromEntries(
      Object.entries(path).map(([method, operation]) => [
        method,
        describeCall(operation, known.get(operation.operationId)!),
      ]),
    )
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [path, describeAll(operations)]),
  )
}

function describeCall(raw: Operation, endpoint: Endpoint): Operation {
  const { title, words, input, output, errors } = CALL_WORDS[raw.operationId]
  const chapter = CHAPTERS[raw.operationId]
  const sent = input as Record<string, unknown>
  const body = toRequest(endpoint, endpoint.input.parse(input)).body
  const schema = raw.requestBody?.content['application/json'].schema
  const codes = [...ERRORS_OF_ALL, ...(schema ? ERRORS_OF_BODIES : []), ...errors]
  return {
    ...raw,
    tags: [chapter],
    summary: title,
    description: words.join('\n\n'),
    parameters: raw.parameters.map((parameter) => ({
      ...parameter,
      description: wordsFor([parameter.name], chapter),
      ...(parameter.name in sent ? { example: sent[parameter.name] } : {}),
    })),
    ...(schema && body
      ? {
          requestBody: {
            ...raw.requestBody,
            content: toContent(
              putWords(schema, chapter),
              pick(sent, Object.keys(JSON.parse(String(body)))),
            ),
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        headers: HEADERS,
        content: toContent(toEnvelope(putWords(toSchema(endpoint.output), chapter)), {
          success: true,
          message: '',
          data: output,
        }),
      },
      ...(endpoint.keep ? { 304: { description: 'Not modified: your copy is current.' } } : {}),
      ...Object.fromEntries(
        statusesOf(codes).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    } as Operation['responses'],
    'x-errors': codes,
    'x-scope': endpoint.scope ?? '',
  }
}

/** Keeps the example as written, without defaults that the contract adds. */
const pick = (all: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]]))

const toContent = (schema: JsonSchema, example: unknown) => ({
  'application/json': { schema, example },
})

const toEnvelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { success: { const: true }, message: { type: 'string' }, data },
  required: ['success', 'message', 'data'],
})

const integer = (description: string) => ({ description, schema: { type: 'integer' } })

const HEADERS = {
  'RateLimit-Limit': integer('Requests allowed per window.'),
  'RateLimit-Remaining': integer('Requests left in the window.'),
  'RateLimit-Reset': integer('Seconds until the window resets.'),
  'X-Request-Id': { description: 'Quote it when you contact support.', schema: { type: 'string' } },
}

const statusesOf = (codes: readonly ApiErrorCode[]): number[] =>
  API_ERRORS.filter(({ code }) => codes.includes(code)).map(({ status }) => status)

/** Groups the error codes by status. */
function describeErrors() {
  const groups = Map.groupBy(API_ERRORS, ({ status }) => status)
  return Object.fromEntries(
    [...groups].map(([status, errors]) => [
      status,
      {
        description: errors
          .map(({ code, message, advice }) => `\`${code}\`: ${message}. ${advice}`)
          .join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

/** Finds the text for a field by its name. A text for the name together with its parent or chapter comes first. */
export function wordsFor(path: string[], chapter: Chapter): string {
  const [here, name] = [path.slice(-2).join('.'), path.at(-1)!]
  const names = [`${chapter}/${here}`, `${chapter}/${name}`, here, name]
  return names.map((one) => FIELD_WORDS[one]).find(Boolean) ?? ''
}

function putWords(schema: JsonSchema, chapter: Chapter, path: string[] = []): JsonSchema {
  const { properties, items, oneOf, anyOf } = schema
  const within = (inner: unknown) => putWords(inner as JsonSchema, chapter, path)
  return {
    ...schema,
    ...(path.length > 0 ? { description: wordsFor(path, chapter) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [
              name,
              putWords(inner as JsonSchema, chapter, [...path, name]),
            ]),
          ),
        }
      : {}),
    ...(items ? { items: within(items) } : {}),
    ...(oneOf ? { oneOf: oneOf.map(within) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(within) } : {}),
  }
}

const EVENT_WORDS = {
  'order.processing': 'The order is placed and paid.',
  'order.updated': 'It is on hold, or its player was changed. See `heldFor`.',
  'order.completed': 'The pack was delivered.',
  'order.failed': 'Not delivered. The money is back in your wallet.',
  'order.cancelled': 'It was cancelled. The money is back in your wallet.',
  'order.refunded': 'It was refunded after delivery.',
} satisfies Record<(typeof OrderEventType.options)[number], string>

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

function describeWebhooks() {
  const schema = putWords(toSchema(ApiEvent.extend({ data: ApiOrder })), 'orders')
  const post = (summary: string) => ({
    post: {
      summary,
      security: [], // authenticated by a signature
      parameters: [
        header('webhook-id', 'The event’s ID, the same for every attempt. Ignore known IDs.'),
        header('webhook-timestamp', 'Time of sending, in seconds since 1970.'),
        header('webhook-signature', 'Signatures, separated by spaces: `v1,` and base64.'),
      ],
      requestBody: { required: true, content: toContent(schema, EXAMPLE_EVENT) },
      responses: { '2XX': { description: 'Accepted. Any other status is retried.' } },
    },
  })
  return Object.fromEntries(Object.entries(EVENT_WORDS).map(([type, words]) => [type, post(words)]))
}
