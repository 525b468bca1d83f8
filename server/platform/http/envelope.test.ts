import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { newEmail, signUpAdmin } from '#tests/support/accounts/people.ts'
import { parseAnswer, sendLines, sendRaw, type RawAnswer } from '#tests/support/calls/raw.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { API_HEADERS } from './headers.ts'

const testInShop = shareShop(openShop)

const JSON_TYPE = 'content-type: application/json'
const LOGIN = 'POST /api/v1/auth/login'

type Refused = { success: false; code: string; message: string; data: null; errors?: unknown[] }

/** Checks that the refusal is an envelope with a code and a message, and returns its parts. */
function readRefusal({ status, headers, body }: RawAnswer, name: string) {
  assert.match(headers.get('content-type') ?? '', /^application\/json/, name)
  const reply = JSON.parse(body) as Refused
  const { success, code, message, data, errors, ...rest } = reply
  assert.deepEqual([success, data, rest], [false, null, {}], name)
  assert.ok(code && message, name)
  return { status, code, message, errors }
}

testInShop('a success is an envelope with a message and data', async (shop) => {
  const body = `{"email":"${newEmail('asha')}"}`
  const answer = await sendLines(shop.url, 'POST /api/v1/auth/forgot-password', [JSON_TYPE], body)
  const { success, message, data, ...rest } = JSON.parse(answer.body)
  assert.deepEqual([success, message, rest], [true, 'OTP sent successfully!', {}])
  assert.equal(typeof data, 'string')
})

const BODIES: Record<string, [sent: string, status: number, code: string]> = {
  'half a JSON': ['{"email":', 400, 'BAD_INPUT'],
  'no JSON': ['hello', 400, 'BAD_INPUT'],
  'an array': ['[]', 400, 'BAD_INPUT'],
  'a number': ['5', 400, 'BAD_INPUT'],
  null: ['null', 400, 'BAD_INPUT'],
  __proto__: ['{"__proto__":{"role":"admin"}}', 400, 'BAD_INPUT'],
  'a constructor': ['{"constructor":{"prototype":{"role":"admin"}}}', 400, 'BAD_INPUT'],
  'a NUL': ['{"email":"a\\u0000@b.example","password":"x"}', 400, 'BAD_INPUT'],
  'a NUL in a name': ['{"a\\u0000":1}', 400, 'BAD_INPUT'],
  'half a character': ['{"email":"\\ud800@b.example","password":"x"}', 400, 'BAD_INPUT'],
  'deep arrays': [`{"email":${'['.repeat(40_000)}${']'.repeat(40_000)}}`, 400, 'BAD_INPUT'],
  'deep objects': [`${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`, 400, 'BAD_INPUT'],
  'too much': [`{"email":"${'a'.repeat(100_000)}"}`, 413, 'BODY_TOO_LARGE'],
}

testInShop('an invalid body is refused in the envelope', async (shop) => {
  for (const [name, [sent, status, code]] of Object.entries(BODIES)) {
    const answer = await sendLines(shop.url, LOGIN, [JSON_TYPE], sent)
    const refusal = readRefusal(answer, name)
    assert.deepEqual([refusal.status, refusal.code], [status, code], name)
  }
})

testInShop('a thousand unknown fields are not listed one by one', async (shop) => {
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 1]))
  const answer = await sendLines(shop.url, LOGIN, [JSON_TYPE], JSON.stringify(fields))
  assert.ok(answer.body.length < 10_000)
})

testInShop('a body whose content type is not JSON is refused', async (shop) => {
  const form = 'application/x-www-form-urlencoded'
  for (const type of [
    'text/plain',
    form,
    'multipart/form-data; boundary=x',
    ';;',
    'application/jsonx',
  ]) {
    const answer = await sendLines(shop.url, LOGIN, [`content-type: ${type}`], '{}')
    const { status, code } = readRefusal(answer, type)
    assert.deepEqual([status, code], [415, 'WRONG_CONTENT_TYPE'], type)
  }
  const without = await sendLines(shop.url, LOGIN, [], '{}')
  assert.equal(readRefusal(without, 'no type').status, 415)
  for (const charset of ['utf-8', 'UTF8', '"utf-8"']) {
    const answer = await sendLines(shop.url, LOGIN, [`${JSON_TYPE}; charset=${charset}`], '{}')
    assert.equal(readRefusal(answer, charset).status, 400)
  }
})

testInShop('an unknown address answers in the envelope for any method', async (shop) => {
  const lines = [
    'GET /api',
    'GET /api/',
    'GET /api/v1',
    'GET /api/v1/nothing',
    'GET /api/v2/user',
    'GET /api//v1/user',
    'GET /api/v1/../v1/user',
    'GET /api/v1/auth/login',
    'PATCH /api/v1/auth/login',
    'DELETE /api/v1/auth/login',
    'OPTIONS /api/v1/auth/login',
    'POST /',
    'POST /healthz',
  ]
  for (const line of lines) {
    const { status, code } = readRefusal(await sendLines(shop.url, line), line)
    assert.deepEqual([status, code], [404, 'NO_SUCH_CALL'], line)
  }
})

testInShop('an unreadable request is refused in the envelope', async (shop) => {
  const long = 'a'.repeat(17_000)
  const requests: Record<string, [answer: Promise<RawAnswer>, status: number]> = {
    'half a character in the path': [sendLines(shop.url, 'GET /api/v1/user/%'), 400],
    'no UTF-8 in the path': [sendLines(shop.url, 'GET /api/v1/user/%E0%A4%A'), 400],
    'a parameter without end': [sendLines(shop.url, `GET /api/v1/user/${'a'.repeat(600)}`), 400],
    'an address without end': [sendLines(shop.url, `GET /api/v1/user/${long}`), 431],
    'a header without end': [sendLines(shop.url, 'GET /api/v1/user', [`x: ${long}`]), 431],
    'a method that does not exist': [sendLines(shop.url, 'HELLO /api/v1/user'), 400],
    'a length that is no number': [
      sendRaw(shop.url, `${LOGIN} HTTP/1.1\r\nhost: shop\r\ncontent-length: x\r\n\r\n{}`),
      400,
    ],
    'two lengths': [
      sendRaw(
        shop.url,
        `${LOGIN} HTTP/1.1\r\nhost: shop\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      ),
      400,
    ],
    'no request': [sendRaw(shop.url, 'hello\r\n\r\n'), 400],
    'no host': [sendRaw(shop.url, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'), 400],
    'an expectation that the shop cannot meet': [
      sendLines(shop.url, 'GET /api/v1/user', ['expect: a miracle']),
      400,
    ],
  }
  for (const [name, [answer, status]] of Object.entries(requests))
    assert.equal(readRefusal(await answer, name).status, status, name)
})

testInShop('fields are read only from where the contract puts them', async (shop) => {
  const { accessToken } = (await signUpAdmin(shop)).tokens
  const headers = [`authorization: Bearer ${accessToken}`, JSON_TYPE]
  const id = crypto.randomUUID()
  const refused: [line: string, body: string, status: number][] = [
    [`${LOGIN}?email=a@b.example`, '{}', 400],
    [`PUT /api/v1/user/${id}?role=admin`, '{}', 400],
    [`PUT /api/v1/user/${id}`, `{"id":"${id}"}`, 400],
    [`GET /api/v1/user/${id}?id=${id}`, '', 400],
    ['DELETE /api/v1/user', '{"a":1}', 400],
    ['GET /api/v1/user?a=1', '', 400],
    ['GET /api/v1/user/all?search=a&search=b', '', 400],
    ['GET /api/v1/user/all?search=%00', '', 400],
    ['GET /api/v1/user/%00', '', 400],
    ['GET /api/v1/user/all?__proto__=x', '', 400],
    ['GET /api/v1/user/all?constructor=x', '', 400],
    ['GET /api/v1/user/all?search[a]=x', '', 400],
  ]
  for (const [line, body, status] of refused)
    assert.equal(
      readRefusal(await sendLines(shop.url, line, headers, body), line).status,
      status,
      line,
    )
  const odd = await sendLines(shop.url, 'GET /api/v1/user/all?search=%E0%A4%A', headers)
  assert.equal(odd.status, 200)
})

testInShop('every API answer has the security headers and its own request ID', async (shop) => {
  const lines = ['GET /healthz', 'GET /api/v1/user', 'GET /api/v1/nothing', 'GET /api/v1/user/%']
  const answers = await Promise.all(lines.map((line) => sendLines(shop.url, line)))
  for (const { headers } of answers)
    for (const [name, value] of Object.entries(API_HEADERS)) assert.equal(headers.get(name), value)
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  assert.equal(new Set(ids).size, lines.length)
  const lines2 = shop.log.map((line) => JSON.parse(line) as { requestId?: string; msg: string })
  for (const id of ids)
    assert.ok(lines2.some(({ requestId, msg }) => requestId === id && msg === 'request'))
})

const HASTY = 0.05 // of the usual patience: half a second for a request

test('a request that never completes times out without counting as the shop’s failure', async (t) => {
  const shop = await openShop(t)
  const hasty = await shop.openNode({}, HASTY)
  const socket = connect({ host: 'localhost', port: Number(new URL(hasty.url).port) })
  await once(socket, 'connect')
  socket.write(
    `${LOGIN} HTTP/1.1\r\nhost: shop\r\n${JSON_TYPE}\r\ncontent-length: 50\r\n\r\n{"email"`,
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  const { status, headers, body } = parseAnswer(first.toString())
  assert.deepEqual([status, JSON.parse(body).code], [408, 'REQUEST_TOO_SLOW'])
  assert.ok(headers.has('x-request-id'), 'the shop answered before Node gave up')
  assert.ok(!hasty.log.some((line) => line.includes('request failed')))
})

test('a caller who disconnects early does not count as the shop’s failure', async (t) => {
  const shop = await openShop(t)
  const socket = connect({ host: 'localhost', port: Number(new URL(shop.url).port) })
  await once(socket, 'connect')
  socket.write(
    `${LOGIN} HTTP/1.1\r\nhost: shop\r\n${JSON_TYPE}\r\ncontent-length: 50\r\n\r\n{"email"`,
  )
  socket.end()
  await once(socket.resume(), 'close')
  await shop.stop() // now the log is complete
  assert.deepEqual(
    shop.log.filter((line) => line.includes('"level":50')),
    [],
  )
})

test('a temporary refusal says when to retry', async (t) => {
  const shop = await openShop(t, { env: { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' } })
  const { status, headers, body } = await sendLines(shop.url, 'GET /api/v1/auth/google/start')
  assert.deepEqual([status, JSON.parse(body).code], [503, 'GOOGLE_NOT_OFFERED'])
  assert.ok(Number(headers.get('retry-after')) > 0)
})
