import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from './testing.ts'

type Received = { event: string; reference: string; amount: number }

const parseAll = (taken: { body: string }[]) =>
  taken.map(({ body }) => JSON.parse(body) as Received)

const thrice = (event: string) => [event, event, event]

test('a webhook that the shop refuses is sent again', async (t) => {
  const { open, choose, webhooks, answers } = await openCompany(t)
  const page = await open('P1')
  answers.webhook = 503
  await choose(page, 'success')
  const first = await webhooks(2)
  answers.webhook = 200
  assert.deepEqual(await webhooks(2), first)
})

test('faults make webhooks arrive three times, out of order, or late', async (t) => {
  const { open, choose, webhooks, breakIt } = await openCompany(t)
  breakIt({ kind: 'duplicate-webhook' })
  breakIt({ kind: 'out-of-order' })
  breakIt({ kind: 'late-webhook', ms: 300 })
  const page = await open('P1')
  const start = performance.now()
  await choose(page, 'success')
  const events = parseAll(await webhooks(6)).map(({ event }) => event)
  assert.ok(performance.now() - start >= 290)
  assert.deepEqual(events, [...thrice('second.success'), ...thrice('first.success')])
})

test('a forged webhook has the right payment, other numbers and the old signature', async (t) => {
  const { open, choose, webhooks, breakIt } = await openCompany(t)
  breakIt({ kind: 'bad-signature' })
  await choose(await open('P123', 199), 'success')
  const taken = await webhooks(2)
  assert.deepEqual(
    taken.map(({ isSigned }) => isSigned),
    [false, false],
  )
  assert.deepEqual(parseAll(taken)[0], {
    event: 'first.success',
    reference: 'P123',
    amount: 21_100,
  })
})

test('each company has its own answers for rate limits and errors', async (t) => {
  const { send, breakIt, deals } = await openCompany(t)
  breakIt({ kind: 'too-many' })
  const many = await send('/stripe/v1/orders', { reference: 'P1', amount: 100 })
  assert.deepEqual([many.status, await many.json()], [429, { error: 'too many' }])
  breakIt({ kind: 'too-many', rate: 0 })
  breakIt({ kind: 'error' })
  const broken = await send('/stripe/v1/orders', { reference: 'P1', amount: 100 })
  assert.deepEqual([broken.status, await broken.json()], [503, { error: 'broken' }])
  assert.equal(deals.find('stripe', 'P1'), undefined)
})
