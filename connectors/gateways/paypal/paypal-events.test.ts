import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#connectors/gateways/gateway.ts'
import { forgeries } from '#tests/support/money/gateways.ts'
import { openPayPal } from '#tests/support/money/paypal.ts'
import { openCompany } from '#tests/support/network/company.ts'
import { createPayPal } from './paypal.ts'

test('PayPal’s events are believed only with its signature', async (t) => {
  const { account, paypal, begin, ask, pay, heardOf } = await openPayPal(t)
  const payment = await begin()
  await pay(payment.url, 'success')
  await ask(payment)
  const messages = await heardOf(2)
  for (const message of messages)
    assert.deepEqual(await paypal.readWebhook(message), [payment.reference])
  const [message] = messages as [Message]
  for (const [title, forged] of Object.entries(forgeries(message, 'paypal-transmission-sig')))
    assert.equal(await paypal.readWebhook(forged), null, title)
  const changed = (name: string, value: string) =>
    paypal.readWebhook({ ...message, headers: { ...message.headers, [`paypal-${name}`]: value } })
  assert.equal(await changed('auth-algo', 'SHA1withRSA'), null)
  assert.equal(await changed('transmission-id', 'another'), null)
  assert.equal(await changed('transmission-time', '2026-01-01T00:00:00Z'), null)
  const other = createPayPal({ ...account, webhookId: 'ANOTHER' })
  assert.equal(await other.readWebhook(message), null)
  const strange = { ...message, body: Buffer.from('no json') }
  assert.equal(await paypal.readWebhook(strange), null)
})

test('PayPal’s certificates are fetched only from PayPal, and not without end', async (t) => {
  const { account, begin, pay, heardOf } = await openPayPal(t)
  await pay((await begin()).url, 'success')
  const [message] = (await heardOf(1)) as [Message]
  const good = String(message.headers['paypal-cert-url'])
  const asked: string[] = []
  const real = await fetch(good).then((response) => response.text())
  const { url: stranger } = await openCompany(t, ({ path }) => {
    asked.push(path)
    return { body: {} }
  })
  const at = { now: Date.now() }
  const paypal = createPayPal(account, () => at.now)
  const read = (certUrl: string, from = paypal) =>
    from.readWebhook({
      ...message,
      headers: { ...message.headers, 'paypal-cert-url': certUrl },
    })
  const path = '/v1/notifications/certs/CERT-1'
  const strange = [
    `${stranger}${path}`,
    `https://paypal.com.example.test${path}`,
    `https://api.notpaypal.com${path}`,
    `http://api.paypal.com${path}`,
    `https://api.paypal.com:444${path}`,
    'https://api.paypal.com/other',
    good.replace('/certs/', '/certs/../'),
    `${good}?a=1`,
    '',
    'CERT-1',
  ]
  for (let times = 0; times < 10; times++)
    for (const address of strange) assert.equal(await read(address), null, address)
  assert.deepEqual(asked, [])
  assert.ok(real.includes('BEGIN CERTIFICATE'))

  // None of those was fetched: fetching them would have used up what is left.
  for (let nth = 0; nth < 9; nth++) assert.equal(await read(`${good}${nth}`), null)
  assert.notEqual(await read(good, paypal), null)
  at.now += 60_000
  const other = createPayPal(account, () => at.now)
  for (let nth = 0; nth < 10; nth++) assert.equal(await read(`${good}${nth}`, other), null)
  assert.equal(await read(good, other), null, 'too many unknown ones were named')
  at.now += 60_000
  assert.notEqual(await read(good, other), null)
  for (let nth = 0; nth < 10; nth++) assert.equal(await read(`${good}${nth}`, other), null)
  assert.notEqual(await read(good, other), null, 'a known one is kept')
  at.now += 101 * 365 * 24 * 60 * 60_000
  assert.equal(await read(good), null, 'it has expired')
})

test('a certificate of another name signs nothing', async (t) => {
  const { begin, pay, heardOf, account } = await openPayPal(t)
  await pay((await begin()).url, 'success')
  const [message] = (await heardOf(1)) as [Message]
  const { url } = await openCompany(t, () => ({ body: OTHER_CERTIFICATE }))
  const certUrl = `${url}/v1/notifications/certs/CERT-1`
  const paypal = createPayPal({ ...account, url })
  const headers = { ...message.headers, 'paypal-cert-url': certUrl }
  assert.equal(await paypal.readWebhook({ ...message, headers }), null)
})

/** For the sandbox's key. */
const OTHER_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDJzCCAg+gAwIBAgIUOkBHWRYZGiKC9zXYcX6RatZXLv0wDQYJKoZIhvcNAQEL
BQAwIjEgMB4GA1UEAwwXcGF5cGFsLmNvbS5leGFtcGxlLnRlc3QwIBcNMjYxMTI3
MTEzMDEwWhgPMjEyNjExMDMxMTMwMTBaMCIxIDAeBgNVBAMMF3BheXBhbC5jb20u
ZXhhbXBsZS50ZXN0MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAs4sn
27jkduZFWaG6ErXvIcC/wgqG0gEXEMbci+z2Z3HhT83n2XsKWYX3MsTABTlkz+X1
bAdfcd8+yYVto7d02GElscD6QBjpdXUKlQ82eXrc0ZvsDvgC9jzq0PPFbXFidezo
C1pdZ88S6ghlxN2hyKMndQUT73qcpb4KKsfSIzH+IJD/jWwyEG8r40KatmAOBc1Z
StA++0CCcvug6X7+M3sc4mp8//vQxRKOX+/+08iPakZuPnZckqZXBJ7hzyO/j24q
ej0Hl5ZTJzLusIDxndO/5GFJb/O+AH791JIwNlVgeG6ioR75JtqeXERHPxWuaDOx
b0+ggsrKtrQo33IIqwIDAQABo1MwUTAdBgNVHQ4EFgQU3xOyyB4rWmUZR1gwW4mb
8p2gP7YwHwYDVR0jBBgwFoAU3xOyyB4rWmUZR1gwW4mb8p2gP7YwDwYDVR0TAQH/
BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAUGox6BKW6fjfnTc0Q74cmLCxLAbO
CF1Uu5iuN2Rt9TxoNkFFZJ8mdI7zRsdjNgQ6h0iEJveMrYJ0TcG7UNQQqO3PgjO+
cpFv2YEaZnitgHQ2bWxOs3nNkXWk3EO5NRNzjNxKtp1IWVlYgWZHW4hIQ2m/CRPO
1+m2BXSJALOtBvDPx2bwhCIalrtdI456LoLZGi9q6h2gOiqr7wmRXaZmWTMXI3vH
gNJQvlDv4jrZlO0GHhnydsQotjWwrcSYDM5+5Q4bEYP1BEhSoOPWtNEH4ACKxRlg
KE1zZy0jqzxpLTnnzloRZRILkwqBukjhfOheOvt/t9QO4ssnBYdAE+9X6A==
-----END CERTIFICATE-----
`
