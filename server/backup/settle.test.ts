import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { settleDelivery } from '#contract/deliveries.ts'
import { getUser } from '#contract/users.ts'
import { connect } from '#server/db/db.ts'
import { backUp, restore } from '#server/testing/backups.ts'
import { buyFor, hasEnded, listDelivered, openBooth, untilSo } from '#server/testing/deliveries.ts'
import { readOrder } from '#server/testing/orders.ts'
import { createPerson, logIn } from '#server/testing/people.ts'
import { countJobs } from '#server/testing/search.ts'
import { until } from '#server/testing/wait.ts'

/** The moment of the backup lies before the pack is sent: the shop that made it sends it a moment later. */
async function goOnBehindABackup(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const booth = await openBooth(t)
  const { shop } = booth
  const gate = Promise.withResolvers<void>()
  const isShut = Promise.withResolvers<void>()
  const holding = shop.sql.begin(async (tx) => {
    await tx.unsafe('lock table parcel in share row exclusive mode')
    isShut.resolve()
    await gate.promise
  })
  await isShut.promise
  const id = await buyFor(booth, 'good')
  const folder = await backUp(stack, shop.databaseUrl)
  gate.resolve()
  await holding
  await untilSo(booth, id, hasEnded)
  assert.equal((await listDelivered(shop)).length, 1)
  await until('its letters are sent', async () => (await countJobs(shop.sql)) === 0)
  return { ...booth, stack, id, folder }
}

test('a shop that is older again delivers nothing a second time: a person looks, and everybody signs in anew', async (t) => {
  const { shop, asha, admin, stack, id, folder } = await goOnBehindABackup(t)
  const letters = (await shop.inbox.read(asha.email)).length
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
  assert.equal((await shop.inbox.read(asha.email)).length, letters)

  const person = await logIn({ ...admin, url: node.url })
  const note = 'It stands in their books'
  const settled = await person.call(settleDelivery, { id, outcome: 'delivered', note })
  assert.equal(settled.status, 200, settled.message)
  assert.equal(await statusNow(), 'completed')
  assert.equal((await listDelivered(shop)).length, 1)
})
