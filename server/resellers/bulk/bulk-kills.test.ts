import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDice } from '#tests/chaos/dice.ts'
import { fileOf, holdBack, placeFile, PLAYER, untilTried } from '#tests/support/resellers/bulk.ts'
import { makeFolder, startShopProcess } from '#tests/support/shop/process.ts'
import { openResale } from '#tests/support/resellers/api-clients.ts'
import { until } from '#tests/support/shop/wait.ts'

test('a bulk order killed between or within lines continues to its end, and places each line once', async (t) => {
  const lines = 24
  const { shop, productId, enter } = await openResale(t)
  const { reseller } = await enter({ INR: lines * 90_00 })
  const rows = Array.from({ length: lines }, () => `${productId},${PLAYER},,`)
  const bulk = await holdBack(shop, reseller, async () => {
    const bulk = await placeFile(reseller, fileOf(...rows))
    await untilTried(shop, bulk)
    await shop.sql`delete from job where name = 'place-bulk'` // the processes started below place it
    await shop.sql`update bulk_line set next_at = now() + interval '1 hour' where line > 2`
    return bulk
  })
  await until('this node has let go of it', async () => {
    const [row] = await shop.sql<[{ done: number }]>`select done from bulk`
    return row.done === 1
  })
  await shop.stop()
  await shop.sql`delete from job where name = 'place-bulk'`
  await shop.sql`update bulk_line set next_at = now()`
  const payload = shop.sql.json({ bulkId: bulk._id })
  await shop.sql`
    insert into job (id, name, payload, run_at, attempts_max)
    values (gen_random_uuid(), 'place-bulk', ${payload}, now(), 12)`

  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const env = { DATABASE_URL: shop.databaseUrl, DATA_DIR: makeFolder(stack) }
  const dice = createDice(3)
  const countDone = async () => (await shop.sql<[{ done: number }]>`select done from bulk`)[0].done
  for (let kill = 0; kill < 2; kill++) {
    const target = (await countDone()) + 3 + dice.below(4)
    const node = await startShopProcess(stack, { env })
    await until('it has placed some', async () => (await countDone()) >= target)
    await sleep(dice.below(10)) // somewhere within the next line
    node.child.kill('SIGKILL')
    await node.ended
    await shop.sql`update job set leased_by = null, leased_until = '-infinity'` // as after half a minute
  }
  assert.ok((await countDone()) < lines, 'it was killed before its end')
  const node = await startShopProcess(stack, { env })
  await until(
    'it is placed',
    async () => (await shop.sql`select from bulk where state = 'done'`).length > 0,
  )
  node.child.kill('SIGKILL')

  const placed = await shop.sql<{ reference: string; orderId: string }[]>`
    select bulk_line.reference, bulk_line.order_id from bulk_line
    join reseller_order on reseller_order.order_id = bulk_line.order_id
      and reseller_order.reference = bulk_line.reference where state = 'placed'`
  assert.equal(new Set(placed.map(({ orderId }) => orderId)).size, lines)
  assert.equal((await shop.sql`select from reseller_order`).length, lines)
  const [money] = await shop.sql<[{ balance: number }]>`
    select balance_of(id, 'INR') as balance from users where id = ${reseller.id}`
  assert.equal(money.balance, 0)
})
