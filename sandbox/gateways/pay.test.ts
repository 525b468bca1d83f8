import assert from 'node:assert/strict'
import { test } from 'node:test'
import { page, redirect } from '#sandbox/http.ts'
import { openCompany } from './testing.ts'

type Paid = { reference: string; outcome: string; gatewayPaymentId: string; location?: string }

test('programs can pay by page, form and link', async (t) => {
  const ways = { action: '', href: '' }
  const company = await openCompany(t, {
    'GET /pay/stripe/1': () =>
      page(
        `<form id="pay" method="post" action="${ways.action}"><input type="hidden" name="reference" ` +
          `value="P&#50;"><input type="hidden" name="txnToken" value="a&amp;b"><button>Go on</button></form>`,
      ),
    'GET /pay/stripe/2': () => page(`<p>Wait</p><a class="x" id="pay" href="${ways.href}">Pay</a>`),
  })
  const { url, shopUrl, open, send, readBooks, webhooks } = company
  const pay = async (payment_url: string, fields: object = {}) => {
    const response = await send('/pay', { payment_url, outcome: 'success', ...fields })
    assert.equal(response.status, 200, await response.clone().text())
    return (await response.json()) as Paid
  }
  const first = await open('P1')
  await open('P2')
  ways.action = `${url}/stripe/start`
  ways.href = await open('P3')

  const paid = await pay(first)
  assert.deepEqual([paid.reference, paid.outcome], ['P1', 'success'])
  assert.match(paid.gatewayPaymentId, /^made_/)
  assert.equal((await pay(`${shopUrl}/pay/stripe/1`)).reference, 'P2')
  assert.equal((await pay(`${shopUrl}/pay/stripe/2`, { outcome: 'pending' })).reference, 'P3')
  await webhooks(6)
  await pay(`${shopUrl}/pay/stripe/2`, { amount: '12.50', currency: 'USD', webhook: 'twice' })
  assert.equal((await webhooks(4)).length, 4)
  await pay(first, { again: true, webhook: 'never' })
  const { captured } = await readBooks()
  assert.deepEqual(
    captured.map(({ reference, amount, currency }) => [reference, amount, currency]),
    [
      ['P1', 199, 'INR'],
      ['P1', 199, 'INR'],
      ['P2', 199, 'INR'],
      ['P3', 12.5, 'USD'],
    ],
  )
  assert.equal(company.countWebhooks(), 0)
})

test('a payer returns to the shop by address or by form', async (t) => {
  const returned: unknown[] = []
  const { open, send } = await openCompany(t, {
    'POST /api/v1/return/stripe': async (call) => {
      returned.push(await call.readFields())
      return redirect('/purchase/status?status=false')
    },
  })
  const payment_url = await open('P1')
  const paid = await send('/pay', { payment_url, outcome: 'success', return: true })
  assert.equal(((await paid.json()) as Paid).location, '/purchase/status?status=true')

  const asked = { reference: 'P2', amount: 100, byForm: true }
  const { url } = (await (await send('/stripe/v1/orders', asked)).json()) as { url: string }
  const failed = await send('/pay', { payment_url: url, outcome: 'failure', return: true })
  assert.equal(((await failed.json()) as Paid).location, '/purchase/status?status=false')
  assert.deepEqual(returned, [{ status: 'failed', note: 'a "b" & c' }])
})

test('an impossible payment is refused with a clear message', async (t) => {
  const { url, shopUrl, open, send } = await openCompany(t, {
    'GET /pay/elsewhere': () => page('<form id="pay" action="https://example.test/pay"></form>'),
    'GET /pay/nothing': () => page('<p>Nothing</p>'),
  })
  const payment_url = await open('P1')
  await send('/pay', { payment_url, outcome: 'success', webhook: 'never' })
  for (const [fields, status, words] of [
    [{}, 400, /payment_url must be an address/],
    [{ payment_url }, 400, /outcome must be one of: success, failure, pending/],
    [{ payment_url, outcome: 'close' }, 400, /outcome/],
    [{ payment_url, outcome: 'success', webhook: 'soon' }, 400, /webhook must be one of: once/],
    [{ payment_url, outcome: 'success', amount: -1 }, 400, /amount must be in rupees/],
    [{ payment_url, outcome: 'success', currency: 'rupees' }, 400, /currency/],
    [{ payment_url, outcome: 'success' }, 409, /This can no longer be paid\. Paid: ₹199/],
    [{ payment_url: `${url}/stripe/pay/x`, outcome: 'success' }, 404, /answers 404/],
    [{ payment_url: 'https://example.test/', outcome: 'success' }, 404, /neither the shop's nor/],
    [
      { payment_url: `${shopUrl}/pay/elsewhere`, outcome: 'success' },
      404,
      /isn't part of the sandbox/,
    ],
    [{ payment_url: `${shopUrl}/pay/nothing`, outcome: 'success' }, 404, /neither a form nor/],
    [{ payment_url: 'http://localhost:9/', outcome: 'success' }, 404, /does not answer/],
  ] as const) {
    const response = await send('/pay', fields)
    assert.equal(response.status, status)
    assert.match(((await response.json()) as { message: string }).message, words)
  }
})
