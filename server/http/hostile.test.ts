import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { API_BASE, type Endpoint } from '#contract/endpoint.ts'
import { listEndpoints } from '#server/testing/endpoints.ts'
import { hostileCall, toQuery } from '#server/testing/hostile.ts'
import { signUpAdmin } from '#server/testing/people.ts'
import { makeReseller, openProgram } from '#server/testing/programs.ts'
import { sendLines, type RawAnswer } from '#server/testing/raw.ts'
import { openShop } from '#server/testing/shop.ts'

// The same calls at every run; HOSTILE_SEED looks for others. A failure prints its seed and path.
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_260_101)
const CALLS_EACH = 25

const NO_LIMITS = {
  LIMIT_WRONG_PASSWORDS: '100000',
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: '100000',
  LIMIT_CODES_PER_ADDRESS_PER_DAY: '100000',
  LIMIT_API_REQUESTS_PER_SECOND: '100000',
}

/** True of a shop that has no gateway, however good the call. */
const NO_GATEWAY = '"code":"PAYMENTS_NOT_OFFERED"'

const endpoints = await listEndpoints()

test('no call, however hostile, makes the shop fail or answer anything but an envelope', async (t) => {
  const shop = await openShop(t, { env: NO_LIMITS })
  const program = await openProgram(await makeReseller(shop, await signUpAdmin(shop)))
  const apiKey = `x-api-key: ${program.headers['x-api-key']}`
  for (const [name, endpoint] of endpoints.filter(([, one]) => !isEndless(one))) {
    const { tokens } = await signUpAdmin(shop) // the last one may have signed out, or have another name
    const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
    const property = fc.asyncProperty(
      hostileCall(endpoint),
      fc.boolean(),
      async ({ fields, path, headers }, isSignedIn) => {
        const query = hasBody && endpoint.body !== 'raw' ? '' : toQuery(fields)
        const line = `${endpoint.method} ${API_BASE}${path}${query && `?${query}`}`
        const shown =
          endpoint.access === 'api-key' ? apiKey : `authorization: Bearer ${tokens.accessToken}`
        const own = isSignedIn ? [shown] : []
        const type = hasBody ? ['content-type: application/json'] : []
        const body = hasBody ? JSON.stringify(fields) : ''
        const answer = await sendLines(shop.url, line, [...own, ...type, ...headers], body)
        const told = `${name} answered ${answer.status} ${answer.body}`
        const isGood = answer.status < 500 || answer.body.includes(NO_GATEWAY)
        assert.ok(answer.status >= 200 && isGood, told)
        if (endpoint.file && answer.status === 200) return
        if (endpoint.redirect && answer.status === 303) return assertInside(answer)
        const { success, message } = JSON.parse(answer.body) as Record<string, unknown>
        assert.ok(success === answer.status < 300 && typeof message === 'string', told)
        assert.equal(answer.headers.get('x-injected'), undefined)
      },
    )
    await fc.assert(property, { seed: SEED, numRuns: CALLS_EACH })
  }
  const faults = shop.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
  assert.deepEqual(faults, [])
})

/** It takes nothing, and who may follow it is told for ever. */
const isEndless = ({ stream, input }: Endpoint) =>
  stream === true && Object.keys(input.shape).length === 0

/** Nobody is led to another site. */
function assertInside({ headers }: RawAnswer): void {
  assert.match(headers.get('location') ?? '', /^\/(?!\/)/)
  assert.equal(headers.get('x-injected'), undefined)
}

test('no bytes, however odd, keep the shop from answering the next caller', async (t) => {
  const shop = await openShop(t)
  const bytes = fc.oneof(
    fc
      .uint8Array({ minLength: 1, maxLength: 300 })
      .map((all) => Buffer.from(all).toString('latin1')),
    fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  )
  const property = fc.asyncProperty(
    bytes,
    fc.constantFrom('GET', 'POST', 'PUT'),
    async (odd, method) => {
      const { status } = await sendLines(shop.url, `${method} /api/v1/user/${odd}`, [odd], odd)
      assert.ok(!(status >= 500), String(status))
    },
  )
  await fc.assert(property, { seed: SEED, numRuns: 200 })
  assert.equal((await shop.visitor.send('GET', '/healthz')).status, 200)
})
