import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from './testing.ts'

const textOf = async (page: string) => (await fetch(page)).text()
const buttonsOf = (text: string) =>
  [...text.matchAll(/name="outcome" value="(\w+)"/g)].map(([, value]) => value)

test('the hosted page shows the amount, takes it once, leads back, and sends a webhook', async (t) => {
  const { open, choose, webhooks, shopUrl } = await openCompany(t)
  const page = await open('P1', 1499.5)
  const text = await textOf(page)
  for (const words of ['Made-up Pay', 'Gemstall', '₹1,499.50', 'P1', 'Waiting for payment'])
    assert.ok(text.includes(words), words)
  assert.deepEqual(buttonsOf(text), ['success', 'failure', 'pending', 'close'])

  const paid = await choose(page, 'success')
  assert.equal(paid.status, 303)
  const back = `${shopUrl}/api/v1/return/stripe?reference=P1&status=success`
  assert.equal(paid.headers.get('location'), back)
  const received = await webhooks(2)
  assert.deepEqual(
    received.map(({ body }) => JSON.parse(body)),
    ['first.success', 'second.success'].map((event) => ({
      event,
      reference: 'P1',
      amount: 149_950,
    })),
  )
  assert.ok(received.every(({ isSigned }) => isSigned))

  assert.match(await textOf(page), /Paid: ₹1,499\.50/)
  assert.deepEqual(buttonsOf(await textOf(page)), ['close'])
  assert.equal((await choose(page, 'success')).status, 409)
  assert.equal((await choose(page, 'close')).headers.get('location'), back)
})

test('a failed payment can be tried again; a pending one is decided on the same page', async (t) => {
  const { open, choose, webhooks } = await openCompany(t)
  const page = await open('P1')
  assert.match((await choose(page, 'failure')).headers.get('location')!, /status=failed$/)
  assert.match(await textOf(page), /The last attempt failed/)
  assert.match((await choose(page, 'pending')).headers.get('location')!, /status=pending$/)
  const text = await textOf(page)
  assert.match(text, /Pending: the bank hasn’t decided yet/)
  assert.deepEqual(buttonsOf(text), ['success', 'failure', 'close'])
  assert.match((await choose(page, 'close')).headers.get('location')!, /status=none$/)
  await choose(page, 'success')
  assert.match(await textOf(page), /Paid: ₹199\.00/)
  const events = (await webhooks(6)).map(
    ({ body }) => (JSON.parse(body) as { event: string }).event,
  )
  // Webhooks are separate requests, and may overtake each other.
  assert.deepEqual(
    events.toSorted(),
    ['first', 'second'].flatMap((one) => [`${one}.failed`, `${one}.pending`, `${one}.success`]),
  )
})

test('an ended payment cannot be paid, but a pending one can still be decided', async (t) => {
  const { open, choose, deals, webhooks } = await openCompany(t)
  const pages = [await open('P1'), await open('P2')] as const
  await choose(pages[1], 'pending')
  await webhooks(2)
  for (const reference of ['P1', 'P2']) deals.end(deals.find('stripe', reference)!, 'cancelled')
  assert.deepEqual(
    (await webhooks(4)).map(({ isSigned }) => isSigned),
    [true, true, true, true],
  )
  assert.match(await textOf(pages[0]), /Cancelled by the shop/)
  assert.equal((await choose(pages[0], 'success')).status, 409)
  assert.equal((await choose(pages[1], 'success')).status, 303)

  const asked = {
    gateway: 'stripe',
    amount: 100,
    returnUrl: 'http://localhost/',
    expiresAt: Date.now(),
  }
  const late = deals.add({ ...asked, reference: 'P3' })!
  assert.equal(deals.find('stripe', 'P3')!.state, 'expired')
  assert.equal(deals.attempt(late, { state: 'success' }), 'over')
})

test('an invalid request changes nothing', async (t) => {
  const { url, open, choose } = await openCompany(t)
  const page = await open('P1')
  assert.equal((await choose(page, 'everything')).status, 400)
  assert.equal((await choose(`${url}/stripe/pay/nothing`, 'success')).status, 404)
  assert.equal((await fetch(`${url}/stripe/pay/nothing`)).status, 404)
  assert.match(await textOf(page), /Waiting for payment/)
})
