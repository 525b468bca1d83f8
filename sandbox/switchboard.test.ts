import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { openSandbox, SHOP_URL } from './testing.ts'

const form = (fields: Record<string, string>) =>
  ({ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }) as const

test('the switchboard shows messages as text and as designed', async (t) => {
  const { url, smtpUrl } = await openSandbox(t)
  assert.match(await (await fetch(url)).text(), /No messages yet/)
  await createTransport(smtpUrl).sendMail({
    from: 'shop@gemstall.test',
    to: 'asha@example.test',
    subject: '<b>Bold</b>',
    text: 'Plain & simple',
    html: '<html><head></head><body><p>Designed</p></body></html>',
  })

  const page = await (await fetch(`${url}/?to=asha@example.test`)).text()
  assert.match(page, /&#60;b&#62;Bold&#60;\/b&#62;/)
  assert.match(page, /Plain &#38; simple/)
  const link = /href="(\/mail\?id=\d+)"/.exec(page)![1]!
  assert.match(await (await fetch(`${url}${link}`)).text(), /<iframe[^>]+src="\/mail\/body\?id=1"/)
  const body = await fetch(`${url}/mail/body?id=1`)
  assert.match(body.headers.get('content-security-policy')!, /^sandbox /)
  assert.match(await body.text(), /<p>Designed<\/p>/)
  assert.match(await (await fetch(`${url}/?to=rohan@example.test`)).text(), /No messages for/)
  assert.equal((await fetch(`${url}/mail?id=2`)).status, 404)
})

test('faults can be set and lifted with buttons', async (t) => {
  const { url } = await openSandbox(t)
  const list = async () => (await fetch(`${url}/faults`)).json()
  const fault = { target: 'mail', kind: 'error', rate: '0.5' }

  const set = await fetch(`${url}/faults`, form(fault))
  assert.deepEqual([set.status, set.headers.get('location')], [303, '/#faults'])
  assert.deepEqual(await list(), [{ target: 'mail', kind: 'error', rate: 0.5 }])
  assert.match(await (await fetch(url)).text(), /half the time/)
  await fetch(`${url}/faults`, form({ ...fault, rate: '0' }))
  assert.deepEqual(await list(), [])
  await fetch(`${url}/faults`, form(fault))
  await fetch(`${url}/faults/clear`, form({}))
  assert.deepEqual(await list(), [])
  assert.equal((await fetch(`${url}/faults`, form({ ...fault, rate: '' }))).status, 400)
})

test('costs and stock of products can be changed on the switchboard', async (t) => {
  const { url } = await openSandbox(t)
  const change = (fields: Record<string, string>) =>
    fetch(`${url}/products`, form({ provider: 'unipin', productId: '1001', ...fields }))
  const done = await change({ cost: '72.5', isAvailable: 'true' })
  assert.deepEqual([done.status, done.headers.get('location')], [303, '/#products'])
  assert.match(await (await fetch(url)).text(), /UniPin: 1001.*72\.5 INR,\s+in stock/s)
  await change({ cost: '', isAvailable: 'false' })
  assert.match(await (await fetch(url)).text(), /UniPin: 1001.*72\.5 INR,\s+out of stock/s)
})

test('the switchboard lists payments newest first, with pages and states', async (t) => {
  const { url, send } = await openSandbox(t)
  assert.match(await (await fetch(url)).text(), /No payments yet/)
  for (const amount of [12.5, 1499])
    await send('/books/capture', { gateway: 'razorpay', amount, currency: 'INR' })
  const text = await (await fetch(url)).text()
  assert.deepEqual(
    [...text.matchAll(/Paid: (₹[\d,.]+)/g)].map(([, amount]) => amount),
    ['₹1,499.00', '₹12.50'],
  )
  const page = /href="([^"]+\/razorpay\/pay\/[^"]+)"/.exec(text)![1]!
  assert.match(await (await fetch(page)).text(), /Pay with Razorpay.*₹1,499\.00/s)
})

test('every answer forbids scripts and allows forms to the shop', async (t) => {
  const { url } = await openSandbox(t)
  for (const path of ['/', '/inbox', '/nothing', '/sandbox.css', '/gem.svg']) {
    const { headers } = await fetch(`${url}${path}`)
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /script-src|unsafe/)
    assert.ok(policy.includes(`form-action 'self' ${SHOP_URL};`))
  }
})

test('styles and icon are served with their types', async (t) => {
  const { url } = await openSandbox(t)
  for (const [path, type] of [
    ['/sandbox.css', /^text\/css/],
    ['/screens.css', /^text\/css/],
    ['/gem.svg', /^image\/svg/],
  ] as const) {
    const { status, headers } = await fetch(`${url}${path}`)
    assert.deepEqual([status, type.test(headers.get('content-type')!)], [200, true], path)
  }
})

test('an unknown address is 404 with a clear message', async (t) => {
  const { url } = await openSandbox(t)
  for (const [path, method] of [
    ['/book', 'GET'],
    ['/pays', 'POST'],
    ['/inbox', 'DELETE'],
    ['//', 'GET'],
  ] as const) {
    const response = await fetch(`${url}${path}`, { method })
    assert.equal(response.status, 404)
    const { message } = (await response.json()) as { message: string }
    assert.equal(message, `The sandbox has nothing at ${method} ${path}`)
  }
})
