import {
  API_BASE,
  FILE_TYPES,
  IdempotencyKey,
  pathParameters,
  takesForm,
  type Access,
  type Endpoint,
} from './endpoint.ts'
import { REFUSALS } from './errors/errors.ts'
import { sendsFields } from './request.ts'
import { toSchema, type JsonSchema } from './wire-schema.ts'

type About = { title: string; version: string; shopUrl: string }

/** Describes the API as an OpenAPI 3.1 document, from the same definitions that the server uses. */
export const describeApi = (endpoints: [name: string, Endpoint][], about: About) => ({
  openapi: '3.1.1',
  info: {
    title: about.title,
    version: about.version,
    description: 'Every call of the shop, including those of its own pages.',
    contact: { url: about.shopUrl },
  },
  servers: [{ url: `${about.shopUrl}${API_BASE}` }],
  tags: [...new Set(endpoints.map(([, { path }]) => toTag(path)))].map((name) => ({ name })),
  paths: describePaths(endpoints),
  components: {
    securitySchemes: {
      accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    },
    schemas: { Refusal: REFUSAL },
    responses: describeRefusals(),
  },
})

function describePaths(endpoints: [string, Endpoint][]) {
  const paths: Record<string, Record<string, unknown>> = {}
  const known = new Map<string, string>()
  for (const [name, endpoint] of endpoints) {
    // OpenAPI treats /banner/:id and /banner/:slug as one path, which takes the name of the first.
    const shape = endpoint.path.replace(/:\w+/g, '{}')
    const path = known.get(shape) ?? endpoint.path.replace(/:(\w+)/g, '{$1}')
    known.set(shape, path)
    const operation = describeOperation(name, endpoint, path)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return paths
}

const WHO: Record<Access, string> = {
  anyone: 'For anyone.',
  'signed-in': 'For anyone who is signed in.',
  reseller: 'For resellers.',
  admin: 'For administrators.',
  'api-key': 'For resellers’ API clients, with the header X-API-Key.',
}

const tellStaff = (right: NonNullable<Endpoint['right']>): string =>
  right === 'any'
    ? ' Also for all staff.'
    : ` Also for staff with the right to ${[right].flat().join(' or ')}.`

const CONFIRMED = ' The second factor must have been confirmed a short while ago.'

function describeOperation(operationId: string, endpoint: Endpoint, describedPath: string) {
  const { path, access, right } = endpoint
  const input = toSchema(endpoint.input)
  const { properties = {}, required = [] } = input
  const inPath = pathParameters(path)
  const others = Object.keys(properties).filter((name) => !inPath.includes(name))
  const inQuery = sendsFields(endpoint) ? [] : others
  const names = [...describedPath.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const toParameter = (place: 'path' | 'query') => (name: string, index: number) => ({
    name: place === 'path' ? names[index]! : name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name],
  })
  const body = toBody(endpoint, input, others)
  const statuses = [
    ...statusesOf(endpoint),
    ...('requestBody' in body ? statusesOfBody(endpoint) : []),
  ]
  return {
    operationId,
    summary: toSummary(operationId),
    tags: [toTag(path)],
    description: `${WHO[access]}${right ? tellStaff(right) : ''}${endpoint.confirm ? CONFIRMED : ''}`,
    security: access === 'anyone' ? [] : [toScheme(access)],
    parameters: [
      ...inPath.map(toParameter('path')),
      ...inQuery.map(toParameter('query')),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...body,
    responses: {
      ...describeSuccess(endpoint),
      ...Object.fromEntries(statuses.map((status) => [status, refer(status)])),
    },
  }
}

const toTag = (path: string): string => path.split('/')[1]!

/** Makes words of a call's name: listAllOrders becomes List all orders. */
function toSummary(operationId: string): string {
  const words = operationId.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const toScheme = (access: Access) => (access === 'api-key' ? { apiKey: [] } : { accessToken: [] })

function describeSuccess(endpoint: Endpoint) {
  if (endpoint.redirect) return { 303: SEE_OTHER }
  return {
    200: { description: endpoint.message || 'Success', content: describeContent(endpoint) },
  }
}

const SEE_OTHER = {
  description: 'Redirects the browser.',
  headers: { Location: { description: 'The address to go to.', schema: { type: 'string' } } },
}

const BINARY = { type: 'string', format: 'binary' } as const

function describeContent({ file, bare, stream, output, message }: Endpoint) {
  if (bare) return { '*/*': {} }
  if (file === 'pdf' || file === 'zip') return toContent(BINARY, FILE_TYPES[file])
  const schema = toSchema(output)
  if (file) return toContent(schema, 'text/csv')
  if (stream) return toContent(schema, 'text/event-stream')
  return toContent(envelopeOf(schema, message))
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body takes effect once. Later calls get the first answer.',
  schema: toSchema(IdempotencyKey),
}

const toContent = (schema: unknown, type = 'application/json') => ({ [type]: { schema } })

function toBody(endpoint: Endpoint, input: JsonSchema, names: string[]) {
  if (endpoint.body === 'raw') return { requestBody: { content: { '*/*': {} } } }
  if (!sendsFields(endpoint) || names.length === 0) return {}
  const { properties = {}, required = [], ...rest } = input
  const schema = {
    ...rest,
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: required.filter((name) => names.includes(name)),
  }
  const content = {
    ...(takesForm(endpoint) ? toContent(schema, 'multipart/form-data') : {}),
    ...(endpoint.body === 'multipart' ? {} : toContent(schema)),
  }
  return { requestBody: { required: true, content } }
}

const envelopeOf = (data: unknown, message: string) => ({
  type: 'object',
  properties: { success: { const: true }, message: { const: message }, data },
  required: ['success', 'message', 'data'],
})

const REFUSAL = {
  type: 'object',
  properties: {
    success: { const: false },
    code: { enum: Object.keys(REFUSALS) },
    message: { type: 'string', description: 'A sentence for the customer.' },
    data: { type: 'null' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
    requestId: { type: 'string', description: 'Tell us this id when you ask about the error.' },
    isRetryable: {
      type: 'boolean',
      description: 'Whether you can send the same request again later.',
    },
    canFix: { type: 'boolean', description: 'Whether you can fix the cause yourself.' },
    details: {
      type: 'object',
      description: 'Details for API clients.',
      additionalProperties: { type: ['string', 'number'] },
    },
  },
  required: ['success', 'code', 'message', 'data'],
}

/** Statuses that any call may answer, plus those of its access and its address. */
const statusesOf = ({ access, path, idempotent }: Endpoint): number[] => [
  400,
  ...(access === 'anyone' ? [] : [401, 403]),
  ...(path.includes(':') ? [404] : []),
  409,
  ...(idempotent ? [422] : []),
  429,
  500,
  503,
]

/** Statuses for a body that is slow or too large, or has the wrong type. Raw bodies may have any type. */
const statusesOfBody = ({ body }: Endpoint): number[] =>
  body === 'raw' ? [408, 413] : [408, 413, 415]

const refer = (status: number) => ({ $ref: `#/components/responses/${status}` })

/** Makes a response for each status, with the codes that use it. */
function describeRefusals() {
  const codes = Map.groupBy(Object.entries(REFUSALS), ([, [status]]) => status)
  return Object.fromEntries(
    [...codes].map(([status, refusals]) => [
      status,
      {
        description: refusals.map(([code, [, message]]) => `\`${code}\`: ${message}`).join('\n\n'),
        ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
        content: toContent({ $ref: '#/components/schemas/Refusal' }),
      },
    ]),
  )
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
}
