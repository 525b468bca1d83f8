import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import * as documents from '#contract/accounting/reseller-documents.ts'
import * as orders from '#contract/resellers/reseller.ts'
import { API_ERRORS } from '#contract/resellers/reseller.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import * as webhooks from '#contract/resellers/reseller-webhooks.ts'
import { lintApi } from '#tests/support/calls/lint-api.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { CALL_WORDS } from './call-words.ts'
import { ERRORS_OF_ALL, ERRORS_OF_BODIES } from './calls.ts'
import { describeResellerApi } from './describe.ts'
import { toPage } from '#web/api-docs/to-page.ts'

const api = describeResellerApi({ shopUrl: 'https://shop.example', shopName: 'Ruby Corner' })
const page = toPage(api, [...ERRORS_OF_ALL, ...ERRORS_OF_BODIES])

test('the reseller API is described in an OpenAPI document that linters accept, with its webhooks', async () => {
  assert.deepEqual(await lintApi(api), [])
  assert.equal(Object.keys(api.webhooks).length, 6)
})

test('the document has no pattern that needs Unicode, so every validator takes its examples', () => {
  const patterns = [...JSON.stringify(api).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)]
  assert.ok(patterns.length > 5)
  for (const [, text] of patterns) {
    const pattern = JSON.parse(text!) as string
    assert.doesNotMatch(pattern, /\\[pP]\{/)
    assert.ok(new RegExp(pattern)) // validators compile it without the flag u
  }
})

test('every call that programs may make is described, and no other', async () => {
  const calls = (await listEndpoints()).filter(([, { access }]) => access === 'api-key')
  const described = page.calls.map(({ id, method, address }) => `${id} ${method} ${address}`)
  assert.deepEqual(
    described.toSorted(),
    calls
      .map(([name, { method, path }]) => {
        const address = path.replace(/:(\w+)/g, '{$1}')
        return `${name} ${method} /api/v1${address}`
      })
      .toSorted(),
  )
})

test('every field that is sent or answered is explained', () => {
  for (const { id, fields, answered } of page.calls) {
    for (const { name, words } of fields) assert.ok(words, `${id} takes ${name}`)
    for (const { name, words } of answered) assert.ok(words, `${id} answers ${name}`)
  }
})

test('every example is what the contract takes and answers', () => {
  for (const [name, { input, output }] of Object.entries(CALL_WORDS)) {
    const endpoint: Endpoint = { ...orders, ...documents, ...webhooks }[
      name as keyof typeof CALL_WORDS
    ]
    endpoint.input.parse(input)
    assert.deepEqual(z.encode(endpoint.output, endpoint.output.parse(output)), output)
  }
})

test('every error of the table is one that some call names', () => {
  const operations = Object.values(api.paths).flatMap((path) => Object.values(path))
  const named = new Set(operations.flatMap((operation) => operation['x-errors']))
  const unnamed = API_ERRORS.map(({ code }) => code).filter((code) => !named.has(code))
  assert.deepEqual(unnamed, [])
})
