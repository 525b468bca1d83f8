import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lintApi } from '#tests/support/calls/lint-api.ts'
import { REFUSALS } from './errors/errors.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { describeApi } from './openapi.ts'

type Operation = {
  operationId: string
  security?: unknown[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
}
type Schema = {
  properties: Record<string, unknown>
  required: string[]
  additionalProperties: boolean
}

const endpoints = await listEndpoints()
const api = describeApi(endpoints, {
  title: 'Gemstall',
  version: '0.1.0',
  shopUrl: 'https://shop.example',
})
const paths = api.paths as Record<string, Record<string, Operation>>

test('the API is described in an OpenAPI document that linters accept', async () => {
  assert.deepEqual(await lintApi(api), [])
})

test('planted faults of an OpenAPI document are named', async () => {
  const { contact: _, ...info } = api.info
  const call = { ...paths['/user']!['get']!, parameters: [{ name: 'id', in: 'nowhere' }] }
  const faults = await lintApi({ ...api, info, paths: { '/user': { get: call } } })
  const rules = new Set(faults.map((fault) => fault.split(':', 1)[0]))
  // In this order: an error of Redocly, a warning and an error of Spectral.
  for (const rule of ['struct', 'info-contact', 'oas3-schema'])
    assert.ok(rules.has(rule), `${rule} is not among ${[...rules].join(' ')}`)
})

test('every call of the contract is described under its own name', () => {
  for (const [name, { method, path }] of endpoints) {
    const shape = path.replace(/:\w+/g, '{}')
    const [described] = Object.keys(paths).filter((one) => one.replace(/\{\w+\}/g, '{}') === shape)
    assert.equal(paths[described!]?.[method.toLowerCase()]?.operationId, name)
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  assert.equal(operations.length, endpoints.length)
})

test('only calls for signed-in users require the access token', () => {
  assert.deepEqual(paths['/user']!['get']!.security, [{ accessToken: [] }])
  assert.deepEqual(paths['/auth/login']!['post']!.security, [])
})

test('each field is described where it is sent: in the path, the query or the body', () => {
  const list = paths['/user/all']!['get']!
  assert.deepEqual(
    list.parameters.map(({ name, in: place, required }) => [name, place, required]),
    [
      ['page', 'query', false],
      ['limit', 'query', false],
      ['search', 'query', false],
      ['searchIndex', 'query', false],
      ['sort', 'query', false],
    ],
  )
  assert.deepEqual(list.parameters[3]!.schema, {
    default: 'email',
    type: 'string',
    enum: ['email', 'phone', 'fullName', 'any'],
  })
  const edit = paths['/user/{id}']!['put']!
  assert.deepEqual(
    edit.parameters.map(({ name, in: place }) => [name, place]),
    [['id', 'path']],
  )
  const { properties, required, additionalProperties } =
    edit.requestBody!.content['application/json']!.schema
  assert.deepEqual(Object.keys(properties), ['role', 'rights', 'isBlocked', 'was'])
  assert.deepEqual([required, additionalProperties], [[], false])
  assert.equal(paths['/auth/logout']!['post']!.requestBody, undefined)
})

test('every refusal is described with its status and code', () => {
  const text = JSON.stringify(api.components)
  for (const code of Object.keys(REFUSALS)) assert.ok(text.includes(`\`${code}\``), code)
  for (const path of Object.values(paths))
    for (const { responses } of Object.values(path))
      for (const status of Object.keys(responses))
        assert.ok(
          status === '200' || status === '303' || status in api.components.responses,
          status,
        )
})

const typesOf = (path: string): string[] => {
  const { content } = paths[path]!['get']!.responses['200'] as { content: object }
  return Object.keys(content)
}

test('answers without the envelope are described as files or streams of events', () => {
  assert.deepEqual(typesOf('/wallet/statement.csv'), ['text/csv'])
  assert.deepEqual(typesOf('/order/{id}/events'), ['text/event-stream'])
})

test('redirects and bytes are described as such', () => {
  for (const operation of [
    paths['/return/{gateway}']!['get']!,
    paths['/return/{gateway}']!['post']!,
  ]) {
    assert.equal(operation.responses['200'], undefined)
    const { headers } = operation.responses['303'] as { headers: object }
    assert.deepEqual(Object.keys(headers), ['Location'])
  }
  const { requestBody, parameters } = paths['/webhook/{gateway}']!['post']!
  assert.deepEqual(Object.keys(requestBody!.content), ['*/*'])
  assert.deepEqual(
    parameters.map(({ name, in: place }) => [name, place]),
    [['gateway', 'path']],
  )
})

test('a call that accepts forms and JSON is described with both', () => {
  const { requestBody } = paths['/order/{id}/delivery']!['put']!
  const types = ['multipart/form-data', 'application/json']
  assert.deepEqual(Object.keys(requestBody!.content), types)
})
