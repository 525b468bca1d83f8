import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { wasNotSent } from '#connectors/suppliers/wire.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { openNameServer } from '#tests/support/network/name-server.ts'
import { toBlockList } from './addresses.ts'
import { createFetchPublic } from './fetch-public.ts'

const causeOf = (fetching: Promise<Response>) =>
  fetching.then(
    ({ status }) => status,
    (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.name,
  )

const failureOf = (fetching: Promise<Response>): Promise<Error> =>
  fetching.then(
    () => assert.fail('it was answered'),
    (error: Error) => error,
  )

test('an address typed by staff is called only if it is public or allowed', async (t: TestContext) => {
  const company = await openCompany(t, () => ({ status: 201, body: { is: 'here' } }))
  const { port } = new URL(company.url)
  const nameServers = [await openNameServer(t, () => ['127.0.0.1'])]
  const allowed = createFetchPublic({ allowed: toBlockList(['loopback']), nameServers })
  const closed = createFetchPublic({ allowed: toBlockList([]), nameServers })
  const signal = AbortSignal.timeout(10_000)
  for (const host of ['inside.test', 'localhost', '127.0.0.1', '[::1]'])
    assert.equal(
      await causeOf(closed(`http://${host}:${port}/`, { signal })),
      'PRIVATE_ADDRESS',
      host,
    )
  assert.equal(company.heard.length, 0)

  const sent = { method: 'POST', headers: { 'x-own': 'yes' }, body: '{"a":"é"}', signal }
  const answer = await allowed(`http://localhost:${port}/orders?a=b`, sent)
  assert.deepEqual([answer.status, await answer.json()], [201, { is: 'here' }])
  const [{ method, path, body, headers }] = company.heard as [(typeof company.heard)[number]]
  assert.deepEqual([method, path, body], ['POST', '/orders?a=b', '{"a":"é"}'])
  assert.deepEqual([headers['x-own'], headers['content-length']], ['yes', '10'])
})

test('a refused address and a closed port count as not sent, a timeout and an endless answer do not', async (t: TestContext) => {
  const company = await openCompany(t, () => ({ body: 'x'.repeat(21 * 1024 * 1024) }))
  const open = createFetchPublic({ allowed: toBlockList(['loopback']) })
  const signal = AbortSignal.timeout(10_000)

  const closed = createFetchPublic({ allowed: toBlockList([]) })
  assert.ok(wasNotSent(await failureOf(closed(company.url, { signal }))))
  assert.ok(wasNotSent(await failureOf(open('http://localhost:2', { signal }))))
  const unnamed = createFetchPublic({
    allowed: toBlockList([]),
    nameServers: [await openNameServer(t, () => [])],
  })
  assert.ok(wasNotSent(await failureOf(unnamed('http://nothing.test', { signal }))))

  const aborted = await failureOf(open(company.url, { signal: AbortSignal.abort() }))
  assert.deepEqual([aborted.name, wasNotSent(aborted)], ['AbortError', false])
  const endless = await failureOf(open(company.url, { signal }))
  assert.match(String(endless.cause), /more than/)
  assert.equal(wasNotSent(endless), false)
})
