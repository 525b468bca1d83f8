import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test as testAlone } from 'node:test'
import { listWaiting, settleDelivery } from '#contract/orders/deliveries.ts'
import { IMAGE_BYTES_MAX } from '#contract/core/images.ts'
import { findOrder, findOrderAsAdmin, listOrders } from '#contract/orders/orders.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { balanceOf, wordsOf } from '#tests/support/orders/deliveries.ts'
import {
  addressesOf,
  fetchBytes,
  plain,
  plainFile,
  toFile,
} from '#tests/support/catalogue/images.ts'
import {
  atNode,
  makeBuyer,
  openPackShop,
  order,
  readOrder,
  withNewBuyer,
} from '#tests/support/orders/orders.ts'
import { createPerson, tally } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

const NOTE = 'Typed into the game by Ravi'
const MESSAGE = 'It is in your mailbox, in the game'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const picture = { width: 640, height: 480, background: '#2cb67d' }

const test = shareShop(openPackShop)

const countImages = async ({ sql }: Pick<TestShop, 'sql'>): Promise<number> =>
  (await sql`select from image where deleted_at is null`).length

test('the note and picture of a manual delivery are shown to its customer and to staff alone', async (packShop) => {
  const { shop, admin, asha, item, game } = await withNewBuyer(packShop)
  const { _id: id } = (await order(asha, { item })).data
  assert.equal((await readOrder(asha, id)).proof, null)
  const before = await countImages(shop)
  const proof = await plainFile(picture)
  const input = { id, outcome: 'delivered', note: NOTE, message: MESSAGE, proof } as const
  const { status, data } = await admin.call(settleDelivery, input)
  assert.deepEqual([status, data.status], [200, 'completed'])

  const seen = await readOrder(asha, id)
  assert.equal(wordsOf(seen).at(-1), `Delivered to your player. ${MESSAGE}`)
  assert.deepEqual(
    { ...seen.proof, image: '' },
    { image: '', width: 640, height: 480, color: '#2cb67d' },
  )
  for (const address of addressesOf(seen.proof!)) await fetchBytes(`${shop.url}${address}`)
  assert.deepEqual((await admin.call(findOrderAsAdmin, { id })).data.proof, seen.proof)
  const other = await makeBuyer(shop, game)
  assert.equal((await other.call(findOrder, { id })).status, 404)
  assert.equal((await shop.visitor.call(findOrder, { id })).status, 401)
  const list = { page: 1, limit: 10, search: '', sort: '-createdAt' } as const
  const listed = await asha.call(listOrders, list)
  assert.ok(!JSON.stringify([seen, listed.data]).includes(NOTE))

  const mail = await shop.inbox.find(asha.email, /^Delivered: /)
  assert.ok(mail.text.includes(MESSAGE), mail.text)
  assert.ok(mail.text.includes(`${shop.url}/dashboard/orders/${id}`), mail.text)
  assert.ok(!mail.text.includes(NOTE))
  const own = (await listActions(shop)).filter(({ subject }) => subject === `order ${id}`)
  const actions = JSON.stringify(own)
  for (const words of [NOTE, MESSAGE]) assert.ok(actions.includes(words), actions)
  const { waiting } = (await admin.call(listWaiting, {})).data
  assert.ok(waiting.every(({ order }) => order._id !== id))
  assert.equal(await countImages(shop), before + 1)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an order that staff cannot deliver is refunded, and the timeline ends with their note', async (packShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(packShop)
  const { _id: id } = (await order(asha, { item })).data
  const input = { id, outcome: 'refused', note: NOTE, message: 'The game is away. Sorry.' } as const
  assert.equal((await admin.call(settleDelivery, input)).data.paymentStatus, 'refunded')
  const words = 'The order couldn’t be delivered. ₹100.00 is back in your wallet. '
  assert.equal(wordsOf(await readOrder(asha, id)).at(-1), `${words}The game is away. Sorry.`)
  assert.equal(await balanceOf({ asha }), 1_000_00)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an invalid or extra picture, a missing note or an ended order changes nothing', async (packShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(packShop)
  const { _id: id } = (await order(asha, { item })).data
  const before = await countImages(shop)
  const send = (fields: Record<string, string | File>, of = id) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ outcome: 'delivered', note: NOTE, ...fields }))
      form.append(name, value)
    return admin.send('PUT', `/api/v1/order/${of}/delivery`, form)
  }
  const good = await plainFile(picture)
  const broken = (await plain(picture).png().toBuffer()).subarray(0, 60)
  const refusals: [Promise<{ status: number; errors: { field: string }[] }>, number, string?][] = [
    [send({ proof: toFile(Buffer.from('Not a picture'), 'proof.png') }), 415, 'proof'],
    [send({ proof: toFile(broken) }), 400, 'proof'],
    [send({ proof: toFile(randomBytes(IMAGE_BYTES_MAX + 1)) }), 413],
    [send({ proof: 'words' }), 400, 'proof'],
    [send({ proof: good, outcome: 'refused' }), 400, 'proof'],
    [send({ proof: good, note: ' ' }), 400, 'note'],
    [send({ proof: good, message: 'a'.repeat(301) }), 400, 'message'],
    [send({ proof: good, price: '1' }), 400],
    [send({ proof: good }, NOBODY), 404],
  ]
  for (const [answer, status, field] of refusals) {
    const { status: answered, errors } = await answer
    assert.deepEqual([answered, errors[0]?.field], [status, field ?? errors[0]?.field])
  }
  const { status, version, proof } = await readOrder(asha, id)
  assert.deepEqual([status, version, proof], ['processing', 1, null])
  assert.equal(await countImages(shop), before)

  assert.equal((await send({})).status, 200)
  const late = await send({ proof: good })
  assert.deepEqual([late.status, late.code], [409, 'NOT_HELD'])
  assert.equal((await asha.send('PUT', `/api/v1/order/${id}/delivery`, new FormData())).status, 403)
  assert.equal((await readOrder(asha, id)).proof, null)
})

testAlone('an order that many people end at once, on two nodes, ends once', async (t) => {
  const { shop, admin, asha, item } = await openPackShop(t)
  const other = createPerson((await shop.openNode()).url, admin.tokens)
  const { _id: id } = (await order(asha, { item })).data
  const proof = await plainFile(picture)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? admin : other).call(settleDelivery, {
        id,
        note: NOTE,
        ...(index < 4 ? { outcome: 'delivered', proof } : { outcome: 'refused' }),
      } as const),
    ),
  )
  assert.deepEqual(tally(answers), { 200: 1, 409: 7 })
  const { status, timeline, proof: shown } = await readOrder(atNode(shop, asha), id)
  assert.deepEqual([timeline.length, shown !== null], [3, status === 'completed'])
  assert.equal(await balanceOf({ asha }), status === 'completed' ? 900_00 : 1_000_00)
  assert.equal(await countImages(shop), status === 'completed' ? 1 : 0)
  assert.equal((await shop.sql`select from audit where action = 'settle delivery'`).count, 1)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})
