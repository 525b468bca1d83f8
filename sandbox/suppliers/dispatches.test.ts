import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openSandbox } from '#sandbox/testing.ts'
import { createDispatches, type Order } from './dispatches.ts'

const PACK = { provider: 'g2bulk', serviceId: '1001', zoneId: '', cost: 2.5 } as const

function open(t: TestContext) {
  const dispatches = createDispatches()
  t.after(dispatches.stop)
  let made = 0
  const take = (playerId: string, tell?: (order: Order) => null) =>
    dispatches.take({ ...PACK, reference: `D${++made}`, playerId, ...(tell ? { tell } : {}) })
  return { dispatches, take }
}

test('the player decides what becomes of an order', (t) => {
  const { take } = open(t)
  for (const [playerId, state, why, isSilent] of [
    ['123', 'delivered', null, false],
    ['900000001', 'refused', 'player', false],
    ['900000002', 'refused', 'refused', false],
    ['900000003', 'delivered', null, true],
    ['900000004', 'refused', 'refused', true],
    ['900000005', 'pending', null, false],
    ['900000006', 'delivered', null, false],
    ['900000007', 'pending', null, false],
  ] as const) {
    const taken = take(playerId)
    assert.ok(taken !== 'no credit')
    assert.deepEqual([taken.order.state, taken.order.why, taken.isSilent], [state, why, isSilent])
  }
})

test('the balance decreases with accepted orders, is restored by refused ones, and can run out', (t) => {
  const { dispatches, take } = open(t)
  dispatches.setCredit('g2bulk', 5)
  const taken = take('900000007')
  assert.ok(taken !== 'no credit')
  take('900000002')
  assert.equal(dispatches.credit('g2bulk'), 2.5)
  take('123')
  assert.equal(take('123'), 'no credit')
  assert.equal(dispatches.settle(taken.order, 'refused'), true)
  assert.equal(dispatches.settle(taken.order, 'delivered'), false)
  assert.equal(dispatches.credit('g2bulk'), 2.5)
  assert.equal(dispatches.find('g2bulk', 'D1'), taken.order)
  assert.equal(dispatches.findById('g2bulk', taken.order.id), taken.order)
  assert.equal(dispatches.find('unipin', 'D1'), undefined)
})

test('a slow order is delivered after twenty seconds, with one callback', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { take } = open(t)
  const states: string[] = []
  const tell = ({ state }: Order) => {
    states.push(state)
    return null
  }
  const taken = take('900000005', tell)
  assert.ok(taken !== 'no credit')
  t.mock.timers.tick(19_999)
  assert.equal(taken.order.state, 'pending')
  t.mock.timers.tick(1)
  assert.deepEqual([taken.order.state, states], ['delivered', ['delivered']])
  take('900000006', tell)
  take('123', tell)
  t.mock.timers.tick(1)
  assert.deepEqual(states, Array(4).fill('delivered'))
})

test('a callback that the shop refuses is repeated once', async (t) => {
  const shop = createServer((_request, response) => response.writeHead(503).end()).listen(0)
  t.after(() => shop.close())
  const url = `http://localhost:${(shop.address() as AddressInfo).port}/callback`
  const { dispatches } = open(t)
  const tell = () => ({ url, headers: {}, body: '{}' })
  const taken = dispatches.take({ ...PACK, reference: 'D1', playerId: '900000007', tell })
  assert.ok(taken !== 'no credit')
  const next = async () => ((await once(shop, 'request')) as [IncomingMessage])[0].url
  const first = next()
  dispatches.settle(taken.order, 'delivered')
  assert.equal(await first, '/callback')
  assert.equal(await next(), '/callback')
})

test('a pending delivery can be settled by call or on the switchboard', async (t) => {
  const { url, send } = await openSandbox(t)
  for (const [path, fields, words] of [
    ['settle', { provider: 'nobody', reference: 'D1', outcome: 'delivered' }, /provider must be/],
    ['settle', { provider: 'g2bulk', reference: 'D1', outcome: 'lost' }, /outcome must be/],
    ['settle', { provider: 'g2bulk', reference: 'D1', outcome: 'refused' }, /no such order/],
    ['credit', { provider: 'g2bulk', dollars: 'much' }, /a number/],
    ['callback', { provider: 'g2bulk', url: 'there' }, /an address/],
  ] as const) {
    const response = await send(`/dispatches/${path}`, fields)
    assert.equal(response.status, 400)
    assert.match(((await response.json()) as { message: string }).message, words)
  }
  assert.equal((await send('/dispatches/credit', { provider: 'g2bulk', dollars: 7 })).status, 200)
  const page = await (await fetch(url)).text()
  assert.match(page, /No supplier has received an order yet/)
})
