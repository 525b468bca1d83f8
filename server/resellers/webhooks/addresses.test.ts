import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Refusal } from '#server/platform/refusal.ts'
import { openNameServer } from '#tests/support/network/name-server.ts'
import { openReceiver } from '#tests/support/resellers/webhooks.ts'
import { mayCall, toBlockList } from '#server/platform/public-network/addresses.ts'
import { checkUrl } from '#server/platform/public-network/check-url.ts'
import { post } from './sending/post.ts'

const NONE = toBlockList([])

const PRIVATE = {
  'unspecified, and this network': '0.0.0.0 0.1.2.3 0.255.255.255 :: ::0.0.0.0',
  private:
    '10.0.0.0 10.0.0.1 10.255.255.255 172.16.0.0 172.20.1.1 172.31.255.255 192.168.0.0 192.168.1.1 192.168.255.255',
  'carriers’ own': '100.64.0.0 100.100.100.200 100.127.255.255',
  loopback: '127.0.0.1 127.0.0.53 127.1.2.3 127.255.255.255 ::1 0:0:0:0:0:0:0:1',
  'link-local': '169.254.0.1 169.254.169.254 169.254.170.2 fe80::1 fe80::1%eth0 febf::1',
  'of clouds, for their own machines': '168.63.129.16 192.0.0.192 fd00:ec2::254 fd20:ce::254',
  'assigned for protocols, documents and measuring':
    '192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 2001:db8::1 3fff::1 2001:2::1',
  'multicast, broadcast and reserved':
    '224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 ff02::1 ff0e::1',
  'unique local and site-local': 'fc00::1 fdff::1 fec0::1',
  'an IPv4 address within one of IPv6':
    '::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:7f00:1 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 2002:7f00:1::1 2001:0:7f00:1::1',
  'no unicast of today': '100::1 200::1 1000::1 4000::1 5f00::1 8000::1 ffff::1',
  'no address at all': 'localhost 127.1 0x7f.1 2130706433 1.2.3 ::g 256.1.1.1 -',
}
const PUBLIC =
  '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255 169.255.0.1 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255 2606:4700:4700::1111 2a00:1450:4001::1 2001:4860:4860::8888 2003::1 3ffe::1'

test('webhooks are sent only to public internet addresses', () => {
  for (const [kind, addresses] of Object.entries(PRIVATE))
    for (const address of addresses.split(' '))
      assert.equal(mayCall(address, NONE), false, `${address}, ${kind}`)
  for (const address of PUBLIC.split(' ')) assert.equal(mayCall(address, NONE), true, address)
})

test('the operator can allow private networks, and only those become reachable', () => {
  const allowed = toBlockList(['loopback', '10.1.0.0/16', 'fd12::/16', '192.168.7.7'])
  for (const address of '127.0.0.1 ::1 ::ffff:127.0.0.1 10.1.2.3 fd12::1 192.168.7.7'.split(' '))
    assert.equal(mayCall(address, allowed), true, address)
  for (const address of '10.2.0.1 fd13::1 192.168.7.8 169.254.169.254 0.0.0.0 ::'.split(' '))
    assert.equal(mayCall(address, allowed), false, address)
})

const refuse = (message: string) => new Refusal('WEBHOOK_URL_REFUSED', { message })
const inProduction = (url: string) => checkUrl(url, { isProduction: true, allowed: NONE, refuse })

test('a private address is refused in every spelling', () => {
  const spelled =
    '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 127.0.0.1. 0 0x0 ' +
    '１２７.0.0.1 ⑯⑨。②⑤④。⑯⑨｡②⑤④ 169.254.169.254 2852039166 0xa9.0xfe.0xa9.0xfe 10.0.0.1 [::1] [::] [0:0:0:0:0:0:0:1] ' +
    '[::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [fe80::1] [fd00::1] %31%32%37.0.0.1'
  for (const host of spelled.split(' '))
    assert.throws(() => inProduction(`https://${host}/hooks`), isRefusal, host)
  const odd = [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'https://',
    'https://user@example.com/',
    'https://user:word@example.com/',
    'https://:word@example.com/',
    'https://example.com:25/',
    'https://example.com:22/',
    'https://example.com:0/',
    'https://example.com:99999/',
    'https://example.com/#x',
    'https://exa mple.com/',
    '//example.com/',
    'example.com',
    '',
  ]
  for (const url of odd) assert.throws(() => inProduction(url), isRefusal, url)
  assert.equal(inProduction('https://Example.com:8443/a?b=c'), 'https://example.com:8443/a?b=c')
  assert.equal(inProduction('https://8.8.8.8'), 'https://8.8.8.8/')
})

const isRefusal = (error: unknown) =>
  error instanceof Refusal && error.code === 'WEBHOOK_URL_REFUSED'

const REQUEST = { body: '{"id":"1"}', headers: {}, allowed: NONE }
const PRIVATE_WORDS = 'This address isn’t on the public internet, so we don’t call it'

test('a webhook’s address is checked as its socket connects, so that a changed name does not help', async (t: TestContext) => {
  const receiver = await openReceiver(t)
  const { port } = new URL(receiver.url)
  const loopback = { 4: '127.0.0.1', 6: '0000:0000:0000:0000:0000:0000:0000:0001' }
  const elsewhere = { 4: '198.51.100.1', 6: '2001:0db8:0000:0000:0000:0000:0000:0001' }
  const nameServer = await openNameServer(t, (name, family, asked) => {
    if (name === 'inside.test') return [loopback[family]]
    if (name === 'six.test') return family === 6 ? [loopback[6]] : []
    if (name === 'both.test') return family === 4 ? ['8.8.8.8', loopback[4]] : []
    if (name === 'mapped.test')
      return family === 6 ? ['0000:0000:0000:0000:0000:ffff:7f00:0001'] : []
    if (name === 'turning.test')
      return family === 4 ? [asked === 1 ? elsewhere[4] : loopback[4]] : []
    return []
  })
  const nameServers = [nameServer]
  const send = (host: string, allowed = NONE) =>
    post(`http://${host}:${port}/`, { ...REQUEST, allowed, nameServers })

  const hosts =
    'inside.test six.test both.test mapped.test localhost a.localhost localhost. 127.0.0.1 [::1] [::ffff:127.0.0.1] 2130706433'
  for (const host of hosts.split(' ')) {
    const { status, error } = await send(host)
    assert.deepEqual([status, error], [null, PRIVATE_WORDS], host)
  }
  // A name may change between two lookups. The address used for the call is the one that is checked.
  const documents = toBlockList(['198.51.100.0/24'])
  const first = await post(`http://turning.test:${port}/`, {
    ...REQUEST,
    allowed: documents,
    nameServers,
    timeoutSeconds: 0.5,
  })
  assert.notEqual(first.error, PRIVATE_WORDS)
  assert.equal((await send('turning.test', documents)).error, PRIVATE_WORDS)
  const wild = await post(`https://inside.test:${port}/`, {
    ...REQUEST,
    allowed: toBlockList(['loopback']),
    nameServers,
  })
  assert.equal(wild.error, 'Its TLS is broken')
  assert.equal((await send('nothing.test')).error, 'This name has no address')
  assert.equal(receiver.received.length, 0)
  assert.equal((await send('inside.test', toBlockList(['loopback']))).status, 200)
  assert.equal(receiver.received[0]!.headers['host'], `inside.test:${port}`)
})

test('webhooks follow no redirects, stop at the timeout, and store only a short answer', async (t: TestContext) => {
  const elsewhere = await openReceiver(t)
  const receiver = await openReceiver(t, ({ path }) => {
    if (path === '/moved') return { status: 307, headers: { location: elsewhere.url } }
    if (path === '/long') return { status: 200, body: Buffer.alloc(50_000_000, 'x') }
    return null
  })
  const { origin } = new URL(receiver.url)
  const send = (path: string) =>
    post(`${origin}${path}`, { ...REQUEST, allowed: toBlockList(['loopback']), timeoutSeconds: 1 })
  const moved = await send('/moved')
  assert.deepEqual(
    [moved.status, moved.error],
    [307, 'It redirects (307), and we don’t follow redirects'],
  )
  assert.equal(elsewhere.received.length, 0)
  const long = await send('/long')
  assert.deepEqual([long.status, long.error, long.answer.length], [200, null, 1_024])
  const silent = await send('/silent')
  assert.deepEqual([silent.status, silent.error], [null, 'No answer within 1 seconds'])
})
