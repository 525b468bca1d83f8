import assert from 'node:assert/strict'
import { test } from 'node:test'
import { syncAllPrices } from '#contract/catalogue/suppliers/prices.ts'
import { listTaskLines, type Task } from '#contract/core/tasks.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import {
  changeProduct,
  follow,
  listRules,
  openPriced,
  pricesOf,
  readItem,
  syncNow,
  type PricedShop,
} from '#tests/support/catalogue/prices.ts'
import { begin, untilEnded } from '#tests/support/backoffice/tasks.ts'
import { untilWaitedFor } from '#tests/support/shop/race.ts'

const linesOf = async ({ admin }: PricedShop, { _id: id }: Task, filter = {}) => {
  const page = { id, page: 1, limit: 100, search: '', ...filter }
  const { lines } = (await admin.call(listTaskLines, page)).data
  return lines.map(({ is, subject, words }) => `${is} ${subject}: ${words}`)
}

const countsOf = ({ counts }: Task) =>
  Object.fromEntries(counts.map((one) => [one.label, one.count]))

test('a price update locks the rule before the packs, so that two updates never deadlock', async (t) => {
  const priced = await openPriced(t)
  const { sql } = priced.shop
  await follow(priced)
  await changeProduct(priced, { productId: '1001', cost: 60 })
  const syncing = await sql.begin(async (tx) => {
    await tx`select from price_rule for share` // as another update that is about to lock the pack
    const running = syncNow(priced)
    await untilWaitedFor(tx)
    await tx`select from item for no key update nowait`
    return { running }
  })
  assert.equal((await syncing.running).state, 'done')
  assert.deepEqual(pricesOf(await readItem(priced)), [60_00, 66_00, 63_00])
})

test('a price check reports the lists it read, the prices it changed and the costs it doubts', async (t) => {
  const priced = await openPriced(t)
  const { shop, admin } = priced
  await follow(priced)
  await changeProduct(priced, { productId: '1001', cost: 60 })
  const task = await syncNow(priced)
  assert.deepEqual(
    [task.state, task.title, task.done, task.total],
    ['done', 'Prices of Moonfall Arena', 2, 2],
  )
  assert.deepEqual(pricesOf(await readItem(priced)), [60_00, 66_00, 63_00])
  assert.deepEqual(await linesOf(priced, task), [
    'good UniPin, legends: Its list was read',
    'good Moonfall Arena: 60 Opals: It costs ₹60.00 instead of ₹50.40. It’s sold for ₹66.00 instead of ₹56.00. ' +
      'Resellers pay ₹63.00 instead of ₹53.00',
  ])

  await changeProduct(priced, { productId: '1001', cost: 6_000 })
  const other = await makeGame(admin, {
    gameName: 'Rain',
    apiName: 'unipin',
    givenGameName: 'nowhere',
  })
  await makeItem(admin, other, { serviceId: '77' })
  await follow({ shop, admin, game: other })
  const before = (await listRules(priced)).games.map(({ syncedAt }) => syncedAt)
  const all = await untilEnded(admin, await begin(admin, syncAllPrices, {}))
  assert.deepEqual(countsOf(all), {
    'Lists read': 2,
    'Lists not read': 0,
    'Packs changed': 1,
    Paused: 1,
  })
  const doubtful = 'Paused. Its cost went from ₹60.00 to ₹6,000.00 at once'
  assert.deepEqual(await linesOf(priced, all, { is: 'doubtful' }), [
    `doubtful Moonfall Arena: 60 Opals: ${doubtful}`,
  ])
  assert.equal((await linesOf(priced, all, { search: 'NOWHERE' })).length, 1)
  const { games } = await listRules(priced)
  assert.ok(games.every(({ syncedAt }, index) => syncedAt !== before[index]))

  await breakOutside(shop, { target: 'unipin', kind: 'error' })
  const away = await untilEnded(admin, await begin(admin, syncAllPrices, {}))
  await mendOutside(shop)
  assert.deepEqual([away.state, countsOf(away)['Lists not read']], ['done', 2])
})
