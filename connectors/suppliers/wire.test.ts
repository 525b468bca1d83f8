import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createUniPin } from './unipin/unipin.ts'
import { toDispatch } from './testing.ts'
import { isAboutPlayer, wasNotSent } from './wire.ts'

const failureOf = (url: string, init: RequestInit = {}): Promise<unknown> =>
  fetch(url, { method: 'POST', body: 'order', ...init }).then(
    () => assert.fail('it answered'),
    (error: unknown) => error,
  )

async function openServer(t: TestContext, onSocket: (socket: Socket) => void) {
  const server = createServer(onSocket)
  t.after(() => server.close())
  return addressOf(server)
}

async function addressOf(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function findClosedPort(): Promise<string> {
  const server = createServer()
  const address = await addressOf(server)
  server.close()
  return address
}

test('only a request whose connection failed is known not to have arrived', async (t) => {
  const closed = await findClosedPort()
  assert.ok(wasNotSent(await failureOf(`http://${closed}`)))
  assert.ok(wasNotSent(await failureOf(`http://${closed.replace('127.0.0.1', 'localhost')}`)))
  assert.ok(wasNotSent(await failureOf('http://nowhere.invalid')))

  const hangingUp = await openServer(t, (socket) => socket.once('data', () => socket.destroy()))
  const resetting = await openServer(t, (socket) =>
    socket.once('data', () => socket.resetAndDestroy()),
  )
  const silent = await openServer(t, (socket) => socket.resume().on('error', () => undefined))
  const signal = AbortSignal.timeout(50)
  assert.ok(!wasNotSent(await failureOf(`http://${hangingUp}`)))
  assert.ok(!wasNotSent(await failureOf(`http://${resetting}`)))
  assert.ok(!wasNotSent(await failureOf(`http://${silent}`, { signal })))
  for (const other of [new Error('answered 503'), new AggregateError([]), 'no', undefined])
    assert.ok(!wasNotSent(other))
  const refused = Object.assign(new Error('refused'), { syscall: 'connect' })
  assert.ok(!wasNotSent(new AggregateError([refused, new Error('reset')])))
})

test('a server error is not mistaken for an unknown player', () => {
  for (const words of ['Invalid User ID', 'Player not found', 'Incorrect zone'])
    assert.ok(isAboutPlayer(words), words)
  for (const words of ['Invalid response from the game server', 'Internal server error: not found'])
    assert.ok(!isAboutPlayer(words), words)
})

test('an order whose supplier goes down just before it counts as not sent', async (t) => {
  const detail = { denominations: [], fields: [] }
  const server = createHttpServer((request, response) => {
    const isLast = request.url!.endsWith('validate')
    response.setHeader('connection', 'close')
    if (isLast) server.close()
    response.end(JSON.stringify({ status: 1, validation_token: 'token', ...detail }))
  })
  t.after(() => server.close())
  const url = `http://${await addressOf(server)}`
  const unipin = createUniPin({ url, partnerId: 'me', secretKey: 'key' })
  const outcome = await unipin.deliver(toDispatch())
  assert.equal(outcome.is, 'not sent')
  assert.match(outcome.words, /ECONNREFUSED/)
})
