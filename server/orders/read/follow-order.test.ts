import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { logout } from '#contract/accounts/auth.ts'
import { editOrder, findOrder, followOrder, type OrderStatus } from '#contract/orders/orders.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { openPackShop, order } from '#tests/support/orders/orders.ts'
import { logIn, signUp, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { follow } from '#tests/support/calls/streams.ts'
import { inTime, until } from '#tests/support/shop/wait.ts'

const edit = (person: Person, id: string, status: OrderStatus) =>
  person.call(editOrder, { id, status, note: '', reference: '' })

async function open(t: TestContext, options?: Parameters<typeof openPackShop>[1]) {
  const packShop = await openPackShop(t, options)
  const { data } = await order(packShop.asha, { item: packShop.item })
  return { ...packShop, id: data._id }
}

test('a follower gets the whole order, then each change at once on any node, until it has ended', async (t) => {
  const { shop, admin, asha, id } = await open(t)
  const node = await shop.openNode()
  const followers = [
    await follow(asha, followOrder, { id }),
    await follow({ ...asha, url: node.url }, followOrder, { id }),
    await follow(admin, followOrder, { id }),
  ]
  const { data: whole } = await asha.call(findOrder, { id })
  for (const { status, headers, waitFor } of followers) {
    assert.equal(status, 200)
    assert.match(headers.get('content-type')!, /^text\/event-stream/)
    assert.deepEqual(
      [headers.get('cache-control'), headers.get('x-accel-buffering')],
      ['no-store', 'no'],
    )
    assert.deepEqual(await waitFor(1), whole)
  }
  await edit(admin, id, 'completed')
  for (const { waitFor, waitForEnd, events } of followers) {
    const { status, version, timeline } = await waitFor(2)
    assert.deepEqual(
      [status, version, timeline.at(-1)!.message],
      ['completed', 2, 'Delivered to your player'],
    )
    await waitForEnd()
    assert.equal(events.length, 2)
  }
  const late = await follow(asha, followOrder, { id })
  assert.equal((await late.waitFor(1)).status, 'completed')
  await late.waitForEnd()
})

test('an unknown order, or another person’s, cannot be followed, and neither can any without signing in', async (t) => {
  const { shop, asha, id } = await open(t)
  const rohan = await signUp(shop, 'Rohan Mehta')
  for (const [person, sought, expected] of [
    [rohan, id, [404, 'NO_SUCH_ORDER']],
    [asha, crypto.randomUUID(), [404, 'NO_SUCH_ORDER']],
    [shop.visitor, id, [401, 'NOT_SIGNED_IN']],
  ] as const) {
    const { status, code } = await follow(person, followOrder, { id: sought })
    assert.deepEqual([status, code], expected)
  }
  assert.equal((await asha.send('GET', `/api/v1/order/${id}/events?x=1`)).status, 400)
})

test('a person blocked, demoted or signed out while following gets no further updates', async (t) => {
  const { shop, admin, asha, id } = await open(t)
  const second = await signUpAdmin(shop, 'Ravi Admin')
  const device = await logIn(asha)
  const [own, gone, other] = [
    await follow(asha, followOrder, { id }),
    await follow(device, followOrder, { id }),
    await follow(second, followOrder, { id }),
  ]
  for (const { waitFor } of [own, gone, other]) await waitFor(1)
  await device.call(logout, {})
  await admin.call(editUserAsAdmin, { id: second.id, role: 'user' })
  await edit(admin, id, 'completed')
  await own.waitFor(2)
  for (const { waitForEnd, events } of [gone, other]) {
    await waitForEnd()
    assert.equal(events.length, 1)
  }
})

test('a person can follow a limited number of orders, and closing one frees its slot', async (t) => {
  const { asha, id } = await open(t, { env: { LIMIT_STREAMS_PER_ACCOUNT: '3' } })
  const followers = []
  for (let count = 0; count < 3; count++) followers.push(await follow(asha, followOrder, { id }))
  const { status, code, headers } = await follow(asha, followOrder, { id })
  assert.deepEqual([status, code], [429, 'TOO_MANY_REQUESTS'])
  assert.ok(Number(headers.get('retry-after')) > 0)
  for (let count = 0; count < 5; count++)
    assert.equal((await follow(asha, followOrder, { id: crypto.randomUUID() })).status, 429)
  followers[0]!.leave()
  await until('there is room', async () => {
    const next = await follow(asha, followOrder, { id })
    next.leave()
    return next.status === 200
  })
})

test('a stream has no timeout, sends heartbeats, and closes cleanly with its session or node', async (t) => {
  const { shop, asha, id } = await open(t)
  const device = await logIn(asha)
  const follower = await follow(asha, followOrder, { id })
  const gone = await follow(device, followOrder, { id })
  await device.call(logout, {})
  await until('it beats', () => follower.beats > 0)
  await gone.waitForEnd()
  assert.deepEqual([follower.isOver, follower.events.length, gone.events.length], [false, 1, 1])
  await inTime('the node stops', shop.stop())
  await follower.waitForEnd()
  const faults = shop.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
  assert.deepEqual(faults, [])
})

test('a follower gets the changes made while the database was down', async (t) => {
  const proxy = openProxy(t)
  const { shop, asha, id } = await open(t, { reach: (url) => proxy.through(url) })
  const follower = await follow(asha, followOrder, { id })
  await follower.waitFor(1)
  await proxy.cut()
  await shop.sql`
    update orders set status = 'completed', ended_at = now(), version = version + 1 where id = ${id}`
  await proxy.mend()
  assert.equal((await follower.waitFor(2)).status, 'completed')
  await follower.waitForEnd()
})
