import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { pathParameters } from '#contract/core/endpoint.ts'
import { ROUTES } from '#server/app.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'

const endpoints = await listEndpoints()

test('the contract is found', () => {
  assert.ok(endpoints.length >= 20)
})

test('every call of the contract is answered by the shop, and no other', () => {
  const mounted = new Set(ROUTES.map(({ endpoint }) => endpoint))
  for (const [name, endpoint] of endpoints) assert.ok(mounted.has(endpoint), name)
  assert.equal(mounted.size, endpoints.length)
})

test('no two calls have one address', () => {
  const addresses = endpoints.map(
    ([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`,
  )
  assert.deepEqual(addresses, [...new Set(addresses)])
})

test('every call declares how it treats unknown fields', () => {
  for (const [name, { input }] of endpoints)
    assert.ok(input.def.catchall, `${name} drops unknown fields without a word: use z.strictObject`)
})

test('every paged list accepts the default sort createdAt', () => {
  const lists = endpoints.filter(
    ([, { method, input }]) => method === 'GET' && 'page' in input.shape,
  )
  assert.ok(lists.length > 20)
  for (const [name, { input }] of lists) {
    const sort = input.shape['sort'] as z.ZodType | undefined
    assert.ok(sort?.safeParse('createdAt').success, name)
  }
})

test('every parameter of an address is a field of the input', () => {
  for (const [name, { path, input }] of endpoints)
    for (const parameter of pathParameters(path)) assert.ok(parameter in input.shape, name)
})
