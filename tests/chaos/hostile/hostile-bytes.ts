import type { Dice } from '#tests/chaos/dice.ts'
import { hostileText } from './hostile-values.ts'
import { BODIES, HEADERS, METHODS, PATHS, TYPES, type Wire } from './hostile-wire.ts'

/** A valid request. */
export type Good = { method: string; address: string; headers: string[]; body: string }

type Way = (good: Good, dice: Dice) => Wire

const JSON_TYPE = 'content-type: application/json'
const CLOSE = ['host: shop', 'connection: close']

/** The bytes of a request that asks to close the connection after the answer. */
function toBytes({ method, address, headers, body }: Good): Buffer {
  const length = body ? [`content-length: ${Buffer.byteLength(body)}`, JSON_TYPE] : []
  const lines = [`${method} ${address} HTTP/1.1`, ...CLOSE, ...headers, ...length, '', '']
  return Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from(body)])
}

const withHead = ({ method, address, headers }: Good, more: string[], body: Wire = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      [`${method} ${address} HTTP/1.1`, ...CLOSE, ...headers, ...more, '', ''].join('\r\n'),
      'latin1',
    ),
    Buffer.from(body),
  ])

const asPost = (good: Good): Good => ({ ...good, method: 'POST', address: '/api/v1/auth/login' })
const withLength = (good: Good, body: Wire, type = JSON_TYPE): Buffer =>
  withHead(asPost(good), [type, `content-length: ${Buffer.byteLength(body)}`], body)

/** Ways to break the protocol, each making bytes from a valid request. */
const WAYS: Record<string, Way> = {
  'a broken body': (good, { pick }) => withLength(good, pick(BODIES)),
  'half a body': (good, { below }) => {
    const bytes = toBytes(good)
    return bytes.subarray(0, below(bytes.length))
  },
  'other bits': (good, { below }) => {
    const bytes = toBytes(good)
    for (let times = 1 + below(8); times > 0; times--) {
      const at = below(bytes.length)
      bytes[at] = bytes[at]! ^ (1 << below(8))
    }
    return bytes
  },
  'another content type': (good, { pick }) =>
    withLength(good, good.body || '{}', `content-type: ${pick(TYPES)}`),
  'no content type': (good) => withLength(good, good.body || '{}', 'x: y'),
  'two content types': (good) => withLength(good, '{}', `${JSON_TYPE}\r\ncontent-type: text/html`),
  'another method': (good, { pick }) => toBytes({ ...good, method: pick(METHODS) }),
  'a body too large': (good, { pick }) =>
    withLength(good, `{"email":"${'a'.repeat(pick([100_001, 300_000, 1_500_000]))}"}`),
  'a length too large': (good) =>
    withHead(asPost(good), [JSON_TYPE, 'content-length: 5000000000'], '{}'),
  'chunks too many': (good) =>
    withHead(
      asPost(good),
      [JSON_TYPE, 'transfer-encoding: chunked'],
      `4000\r\n${'a'.repeat(0x4000)}\r\n`.repeat(20),
    ),
  'broken chunks': (good, { pick }) =>
    withHead(
      asPost(good),
      [JSON_TYPE, 'transfer-encoding: chunked'],
      pick([
        'zz\r\n',
        '-1\r\n{}',
        '5\r\n{}\r\n0\r\n\r\n',
        'ffffffffffffffff\r\n',
        '2;a=b\r\n{}\r\n0\r\n',
      ]),
    ),
  'two lengths': (good) =>
    withHead(
      asPost(good),
      [JSON_TYPE, 'content-length: 2', 'transfer-encoding: chunked'],
      '0\r\n\r\nGET /api/v1/user HTTP/1.1\r\nhost: shop\r\n\r\n',
    ),
  'a strange path': (good, { pick }) =>
    toBytes({ ...good, method: 'GET', address: pick(PATHS), body: '' }),
  'raw bytes in the path': (good, { below }) =>
    withHead(
      {
        ...good,
        method: 'GET',
        address: `/${String.fromCharCode(...Array.from({ length: 30 }, () => 1 + below(254)))}`,
      },
      [],
    ),
  'a strange header': (good, { pick }) => withHead(good, [pick(HEADERS)], good.body),
  'strange headers': (good, { pick }) =>
    withHead(good, [pick(HEADERS), pick(HEADERS), pick(HEADERS)], good.body),
  'headers without end': (good, { pick }) =>
    withHead(
      good,
      Array.from({ length: pick([150, 1_500, 3_000]) }, (_, nth) => `x-${nth}: y`),
    ),
  'a header without end': (good) => withHead(good, [`x: ${'a'.repeat(20_000)}`]),
  'words in a header': (good, dice) => withHead(good, [`user-agent: ${hostileText(dice)}`]),
  'no host': ({ method, address }) => `${method} ${address} HTTP/1.1\r\nconnection: close\r\n\r\n`,
  'an old protocol': ({ address }, { pick }) =>
    pick([
      `GET ${address} HTTP/1.0\r\n\r\n`,
      `GET ${address}\r\n\r\n`,
      `GET ${address} HTTP/9.9\r\n\r\n`,
      `GET ${address} HTCPCP/1.0\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]),
  'no protocol': (_, { below }) => Buffer.from(Array.from({ length: 200 }, () => below(256))),
  'another protocol': (_, { pick }) =>
    pick([
      Buffer.from('16030100a5010000a1030352', 'hex'),
      'EHLO evil\r\n',
      '*1\r\n$4\r\nPING\r\n',
      '\0\0\0\x08\x04\xd2\x16\x2f',
      'SSH-2.0-x\r\n',
    ]),
  'many at once': (good, { below }) =>
    Array.from({ length: 20 }, () =>
      below(4) === 0
        ? 'HELLO\r\n\r\n'
        : `GET ${good.method === 'GET' ? good.address : '/'} HTTP/1.1\r\nhost: shop\r\n\r\n`,
    ).join('') + 'GET /healthz HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n',
  'a broken form': (good, { pick }) => {
    const body = pick([
      '',
      '--x--\r\n',
      '--x\r\n\r\n',
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
      '--x\r\ncontent-disposition: form-data\r\n\r\n1\r\n--x--\r\n',
      `--x\r\ncontent-disposition: form-data; name="${'a'.repeat(5_000)}"\r\n\r\n1\r\n--x--\r\n`,
      `--x\r\n${'a: b\r\n'.repeat(500)}\r\n1\r\n--x--\r\n`,
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(50),
      '--x\r\ncontent-disposition: form-data; name="image"; filename="../../a\0.png"\r\n\r\nGIF89a\r\n--x--\r\n',
    ])
    const more = ['content-type: multipart/form-data; boundary=x', `content-length: ${body.length}`]
    return withHead({ ...good, method: 'POST', address: '/api/v1/gallery' }, more, body)
  },
}

export const WIRE_WAYS = Object.keys(WAYS)

export const spoilBytes = (way: string, good: Good, dice: Dice): Buffer =>
  Buffer.from(WAYS[way]!(good, dice) as string)
