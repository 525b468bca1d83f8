import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from './testing.ts'

const eventOf = ({ body }: { body: string }) => (JSON.parse(body) as { event: string }).event

test('a reference is refunded once, and never more than was paid', async (t) => {
  const { open, choose, deals, webhooks, readBooks } = await openCompany(t)
  await choose(await open('P1'), 'success')
  await webhooks(2)
  const deal = deals.find('stripe', 'P1')!
  const attemptId = deal.attempts[0]!.id
  const repay = (reference: string, amount: number) =>
    deals.repay(deal, { reference, amount, attemptId })

  assert.equal(repay('R1', 19_901), 'too much')
  assert.equal((repay('R1', 10_000) as { state: string }).state, 'pending')
  assert.equal(repay('R1', 10_000), 'twice')
  assert.equal(repay('R2', 9_901), 'too much')
  assert.deepEqual((await webhooks(2)).map(eventOf), ['first.back.done', 'second.back.done'])
  assert.deepEqual((await readBooks()).refunded, [
    { gateway: 'stripe', reference: 'P1', refundReference: 'R1', amount: 100, currency: 'INR' },
  ])
  assert.match(deals.findRepayment('stripe', 'R1')!.repayment.utr, /^\d{12}$/)
})

test('refunds fail or wait as set, and waiting ones can be decided later', async (t) => {
  const { open, choose, send, deals, webhooks, readBooks } = await openCompany(t)
  await choose(await open('P1'), 'success')
  await webhooks(2)
  const byHand = { gateway: 'stripe', reference: 'P1', amount: 199 }
  await send('/refunds', { gateway: 'stripe', outcome: 'failed' })
  assert.equal((await send('/books/refund', byHand)).status, 200)
  assert.deepEqual((await webhooks(2)).map(eventOf), ['first.back.failed', 'second.back.failed'])
  await send('/refunds', { gateway: 'stripe', outcome: 'pending' })
  const { refundReference } = (await (await send('/books/refund', byHand)).json()) as {
    refundReference: string
  }
  assert.deepEqual((await readBooks()).refunded, [])
  await send('/refunds', { gateway: 'stripe', outcome: 'done' })
  assert.deepEqual((await webhooks(2)).map(eventOf), ['first.back.done', 'second.back.done'])
  assert.equal(deals.findRepayment('stripe', refundReference)!.repayment.state, 'done')
  assert.equal((await readBooks()).refunded.length, 1)
})

test('a capture added by hand is in the books without a webhook', async (t) => {
  const { send, readBooks, countWebhooks } = await openCompany(t)
  const captured = await send('/books/capture', { gateway: 'stripe', amount: 5.5 })
  const { reference } = (await captured.json()) as { reference: string }
  assert.deepEqual(await readBooks(), {
    captured: [{ gateway: 'stripe', reference, amount: 5.5, currency: 'INR' }],
    refunded: [],
    delivered: [],
  })
  assert.equal(countWebhooks(), 0)
  for (const [path, fields, words] of [
    ['/books/capture', { gateway: 'nobody', amount: 1 }, /gateway must be one of: stripe/],
    ['/books/capture', { gateway: 'stripe', amount: '' }, /amount must be in rupees/],
    ['/books/capture', { gateway: 'stripe', amount: 1, currency: 1 }, /currency/],
    ['/books/refund', { gateway: 'stripe', reference, amount: 0 }, /amount must be in rupees/],
    ['/books/refund', { gateway: 'stripe', reference: 'P9', amount: 1 }, /no payment with this/],
    ['/books/refund', { gateway: 'stripe', reference, amount: 6 }, /This much was not captured/],
    ['/refunds', { gateway: 'stripe', outcome: 'success' }, /outcome must be one of: done/],
  ] as const) {
    const response = await send(path, fields)
    assert.equal(response.status, 400)
    assert.match(((await response.json()) as { message: string }).message, words)
  }
})

test('only the newest payments are kept', async (t) => {
  const { deals } = await openCompany(t)
  const asked = { gateway: 'stripe', amount: 100, returnUrl: 'http://localhost/' }
  for (let number = 0; number <= 20_000; number++) deals.add({ ...asked, reference: `P${number}` })
  assert.equal(deals.list('stripe').length, 20_000)
  assert.equal(deals.find('stripe', 'P0'), undefined)
  assert.equal(deals.add({ ...asked, reference: 'P20000' }), null)
})
