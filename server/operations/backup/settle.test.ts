import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { forgotPassword } from '#contract/accounts/auth.ts'
import { getBulk } from '#contract/resellers/bulk.ts'
import { settleDelivery } from '#contract/orders/deliveries.ts'
import { exportOrders } from '#contract/backoffice/exports.ts'
import { createGameDetail } from '#contract/orders/players.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { findTask } from '#contract/core/tasks.ts'
import { getUser } from '#contract/accounts/users.ts'
import { connect } from '#server/platform/db/db.ts'
import { backUp, restore } from '#tests/support/database/backups.ts'
import { fileOf, holdBack, placeFile, PLAYER, untilTried } from '#tests/support/resellers/bulk.ts'
import {
  buyFor,
  hasEnded,
  listDelivered,
  openDeliveryShop,
  PLAYERS,
  waitForOrder,
} from '#tests/support/orders/deliveries.ts'
import { forAnother, placeByUpi, readOrder } from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { openPayShop, payAt } from '#tests/support/money/payments.ts'
import { createPerson, logIn } from '#tests/support/accounts/people.ts'
import { openResale } from '#tests/support/resellers/api-clients.ts'
import { listSentBack, refund, topUp } from '#tests/support/money/refunds.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { begin, untilEnded } from '#tests/support/backoffice/tasks.ts'
import { until } from '#tests/support/shop/wait.ts'

/** Takes the backup just before the pack is sent. The original shop then goes on and sends it. */
async function continueAfterBackup(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const deliveryShop = await openDeliveryShop(t)
  const { shop } = deliveryShop
  const gate = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const holding = shop.sql.begin(async (tx) => {
    await tx.unsafe('lock table dispatch in share row exclusive mode')
    isLocked.resolve()
    await gate.promise
  })
  await isLocked.promise
  const id = await buyFor(deliveryShop, 'good')
  const folder = await backUp(stack, shop.databaseUrl)
  gate.resolve()
  await holding
  await waitForOrder(deliveryShop, id, hasEnded)
  assert.equal((await listDelivered(shop)).length, 1)
  await until('its letters are sent', async () => (await countJobs(shop.sql)) === 0)
  return { ...deliveryShop, stack, id, folder }
}

test('a shop restored to an older state resends nothing: open dispatches wait for staff, and sessions end', async (t) => {
  const { shop, asha, admin, stack, id, folder } = await continueAfterBackup(t)
  const messages = (await shop.inbox.read(asha.email)).length
  const made = await restore(stack, folder)
  assert.equal(made.settled?.held, 1)
  const sql = connect(made.url, { connectionsMax: 2 })
  stack.defer(() => sql.end())
  await shop.stop()
  const node = await shop.openNode({ DATABASE_URL: made.url, DATA_DIR: made.dataDir })
  const statusNow = async () => {
    const again = await logIn({ ...asha, url: node.url })
    return (await readOrder(Object.assign(again, { gameDetailId: '' }), id)).status
  }
  const { status } = await createPerson(node.url, asha.tokens).call(getUser, {})
  assert.equal(status, 401)
  assert.equal(await statusNow(), 'processing')
  node.wait(2 * 60 * 60 * 1000)
  await until('nothing is left to do', async () => (await countJobs(sql)) === 0)
  assert.equal(await statusNow(), 'processing')
  assert.equal((await listDelivered(shop)).length, 1)
  assert.equal((await shop.inbox.read(asha.email)).length, messages)

  const person = await logIn({ ...admin, url: node.url })
  const note = 'It stands in their books'
  const settled = await person.call(settleDelivery, { id, outcome: 'delivered', note })
  assert.equal(settled.status, 200, settled.message)
  assert.equal(await statusNow(), 'completed')
  assert.equal((await listDelivered(shop)).length, 1)
})

test('an order paid and delivered after the backup waits for staff, and is not delivered again', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const { shop, admin, asha, game, item } = await openDeliveryShop(t)
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const { gameSlug } = game
  const player = { playerId: PLAYERS.good, zoneId: '', gameSlug, itemSlug: '' }
  const saved = await asha.call(createGameDetail, player)
  const buyer = Object.assign(asha, { gameDetailId: saved.data._id })
  const paidLater = await placeByUpi(buyer, { item })
  const neverPaid = await placeByUpi(await forAnother(buyer, game), { item })
  const folder = await backUp(stack, shop.databaseUrl)
  await payAt(shop, paidLater.url)
  await waitForOrder({ asha }, paidLater.id, hasEnded)
  assert.equal((await listDelivered(shop)).length, 1)
  await shop.stop()

  const made = await restore(stack, folder)
  assert.deepEqual([made.settled?.held, made.settled?.unpaid], [0, 2])
  await breakOutside(shop, { target: 'razorpay', kind: 'error' }) // before a node can ask it
  const node = await shop.openNode({ DATABASE_URL: made.url, DATA_DIR: made.dataDir })
  node.wait(16 * 60 * 1000) // both orders would expire now if their gateway could be asked
  const readNow = async ({ id }: { id: string }) =>
    readOrder(await logIn({ ...asha, url: node.url }), id)
  const sql = connect(made.url, { connectionsMax: 2 })
  stack.defer(() => sql.end())
  await until('their ends were tried', async () => {
    const [row] = await sql<[{ count: number }]>`
      select count(*) from job where name = 'expire-order' and attempts > 0 and leased_by is null`
    return row.count === 2
  })
  assert.equal((await readNow(paidLater)).status, 'pending')
  await mendOutside(shop)
  node.wait(60 * 60 * 1000)
  await until('one is cancelled, and the other waits for a person', async () => {
    const [paid, unpaid] = [await readNow(paidLater), await readNow(neverPaid)]
    return paid.heldFor === 'person' && unpaid.status === 'cancelled'
  })
  assert.equal((await listDelivered(shop)).length, 1)
})

/** Blocks the shop before a write until it is released. The backup does not contain the block. */
async function blockWrites({ sql }: Pick<TestShop, 'sql'>, writing: string) {
  await sql.unsafe(`
    create function packShop() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(20); return new; end $$;
    create trigger packShop before ${writing} for each row execute function packShop()`)
  const gate = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const holding = sql.begin(async (tx) => {
    await tx.unsafe('select pg_advisory_xact_lock(20)')
    isLocked.resolve()
    await gate.promise
  })
  await isLocked.promise
  return async () => {
    gate.resolve()
    await holding
  }
}

test('a payout sent after the backup is looked up at the gateway, and not sent again', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const pay = await openPayShop(t)
  const { shop, admin, customer } = pay
  const { id } = await topUp(pay, 500)
  const unblock = await blockWrites(shop, 'update of sent_at on payout')
  const { status, message } = await refund(admin, id, 200)
  assert.equal(status, 200, message)
  const folder = await backUp(stack, shop.databaseUrl)
  await unblock()
  await until('it is sent back', async () => (await listSentBack(shop)).length === 1)
  await shop.stop()

  const made = await restore(stack, folder)
  assert.equal(made.settled?.refunds, 1)
  const node = await shop.openNode({ DATABASE_URL: made.url, DATA_DIR: made.dataDir })
  const sql = connect(made.url, { connectionsMax: 2 })
  stack.defer(() => sql.end())
  node.wait(60 * 1000)
  await until('the restored shop knows of it', async () => {
    const [row] = await sql`select state from payout`
    return row!['state'] === 'done'
  })
  assert.deepEqual(await listSentBack(shop), [200])
  const again = await logIn({ ...customer, url: node.url })
  assert.equal((await again.call(getUser, {})).data.balance, 300_00)
})

test('after a restore, bulk orders stop, tasks fail with a reason, and old mails are dropped', async (t) => {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const { shop, admin, productId, enter } = await openResale(t)
  const { reseller } = await enter({ INR: 500_00 })
  await until('all letters are sent', async () => (await countJobs(shop.sql)) === 0)
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  await reseller.call(forgotPassword, { email: reseller.email })
  const unblock = await blockWrites(shop, 'update on task')
  const task = await begin(admin, exportOrders, { search: '', searchIndex: 'invoiceId' })
  const { folder, bulk } = await holdBack(shop, reseller, async () => {
    const placing = await placeFile(
      reseller,
      fileOf(`${productId},${PLAYER},,a`, `${productId},${PLAYER},,b`),
    )
    await untilTried(shop, placing)
    return { folder: await backUp(stack, shop.databaseUrl), bulk: placing }
  })
  await unblock()
  assert.equal((await untilEnded(admin, task)).state, 'done')
  await until('both lines are placed', async () => {
    const { data } = await reseller.call(getBulk, { id: bulk._id })
    return data.placedCount === 2
  })
  await shop.stop()
  await mendOutside(shop)

  const made = await restore(stack, folder)
  const { tasks, bulks, messages } = made.settled!
  assert.deepEqual({ tasks, bulks, messages }, { tasks: 1, bulks: 1, messages: 1 })
  const node = await shop.openNode({ DATABASE_URL: made.url, DATA_DIR: made.dataDir })
  const sql = connect(made.url, { connectionsMax: 2 })
  stack.defer(() => sql.end())
  const seen = (await shop.inbox.read(reseller.email)).length
  node.wait(60 * 60 * 1000)
  await until('nothing is left to do', async () => (await countJobs(sql)) === 0)
  const again = await logIn({ ...reseller, url: node.url })
  const left = (await again.call(getBulk, { id: bulk._id })).data
  assert.deepEqual([left.state, left.placedCount], ['stopped', 0])
  const person = await logIn({ ...admin, url: node.url })
  const failed = (await person.call(findTask, { id: task._id })).data
  assert.equal(failed.state, 'failed')
  assert.match(failed.words, /restored from a backup/)
  assert.equal((await shop.inbox.read(reseller.email)).length, seen)
  assert.equal((await again.call(getUser, {})).data.balance, 500_00)
})
