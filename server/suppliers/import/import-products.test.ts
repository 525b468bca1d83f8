import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGame } from '#contract/catalogue/catalog.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { editItem, findGameAsAdmin } from '#contract/catalogue/games.ts'
import { importProducts, previewImport } from '#contract/catalogue/suppliers/imports.ts'
import { listSupplierProducts } from '#contract/catalogue/suppliers/suppliers.ts'
import { listTaskLines, retryTask } from '#contract/core/tasks.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeGame } from '#tests/support/catalogue/catalog.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { changeProduct, follow, openPriced } from '#tests/support/catalogue/prices.ts'
import { begin, untilEnded } from '#tests/support/backoffice/tasks.ts'
import { until } from '#tests/support/shop/wait.ts'

test('an import follows its preview: new products get prices, known ones stay, others say why not', async (t) => {
  const priced = await openPriced(t)
  const { shop, admin, game } = priced
  const there = { name: 'unipin', game: 'legends', region: '' } as const
  const listed = (await admin.call(listSupplierProducts, there)).data.products
  await changeProduct(priced, { productId: '1003', isAvailable: false })
  const productIds = [...listed.map(({ id }) => id), 'gone']
  const input: Input<typeof importProducts> = {
    gameSlug: game.gameSlug,
    productIds,
    pricing: 'markup',
    markup: 20_00,
    itemImageId: null,
    tagId: null,
    itemAvailablity: false,
  }
  const { data: preview } = await admin.call(previewImport, input)
  const seen = new Map(preview.products.map((one) => [one.productId, one]))
  assert.deepEqual(
    [seen.get('1001')!.is, seen.get('1001')!.words],
    ['there', 'Already sold as 60 Opals'],
  )
  const second = seen.get('1002')!
  assert.deepEqual(
    [second.is, second.costPrice, second.sellingPrice, second.resellerSellingPrice],
    ['new', 75_60, 91_00, null],
  )
  for (const id of ['1003', 'gone'])
    assert.deepEqual([seen.get(id)!.is, seen.get(id)!.words], ['no', 'UniPin no longer lists it'])

  const task = await untilEnded(admin, await begin(admin, importProducts, input))
  const added = preview.products.filter(({ is }) => is === 'new')
  assert.deepEqual(
    [task.state, task.done, ...task.counts.map(({ count }) => count)],
    ['done', productIds.length, added.length, 1, 2],
  )
  const page = { id: task._id, page: 1, limit: 100, search: '' }
  const { data: report } = await admin.call(listTaskLines, page)
  assert.deepEqual(
    report.lines.find(({ subject }) => subject === second.name),
    { is: 'good', subject: second.name, words: 'Added for ₹91.00. It costs ₹75.60' },
  )
  const read = async () => (await admin.call(findGameAsAdmin, { slug: game.gameSlug })).data.itemId
  const packs = await read()
  assert.deepEqual(
    packs.slice(1).map((pack) => [pack.itemName, pack.serviceId, pack.sellingPrice, pack.index]),
    added.map((one, index) => [one.name, one.productId, one.sellingPrice, index + 1]),
  )
  assert.ok(packs.slice(1).every(({ itemAvailablity }) => !itemAvailablity))
  await until('customers see them', async () => {
    const { data } = await shop.visitor.call(findGame, { slug: game.gameSlug })
    return data.itemId.length === packs.length
  })
  const actions = (await listActions(shop)).filter(({ action }) => action === 'import item')
  assert.equal(actions.length, added.length)

  const again = await untilEnded(admin, await begin(admin, importProducts, input))
  assert.deepEqual(
    again.counts.map(({ count }) => count),
    [0, added.length + 1, 2],
  )
  assert.equal((await read()).length, packs.length)

  const byRule = { ...input, pricing: 'rule' } as const
  assert.equal((await admin.call(importProducts, byRule)).code, 'NO_SUCH_RULE')
  await follow(priced)
  await admin.call(editItem, { itemId: packs[1]!._id, serviceId: 'another' })
  const ruled = await admin.call(previewImport, { ...byRule, productIds: [packs[1]!.serviceId] })
  assert.deepEqual(
    ruled.data.products.map((one) => [one.is, one.resellerSellingPrice !== null]),
    [['new', true]],
  )
  const manual = await makeGame(admin, { gameName: 'By hand', apiName: 'manual' })
  for (const [wrong, code] of [
    [{ gameSlug: 'nowhere' }, 'NO_SUCH_GAME'],
    [{ gameSlug: manual.gameSlug }, 'NO_LISTED_PRICES'],
    [{ productIds: [] }, 'BAD_INPUT'],
    [{ productIds: ['1', '1'] }, 'BAD_INPUT'],
    [{ markup: undefined }, 'BAD_INPUT'],
  ] as const)
    assert.equal(
      (
        await admin.send('POST', '/api/v1/game/import', {
          ...input,
          markup: 20,
          ...wrong,
        })
      ).code,
      code,
    )

  shop.wait(11 * 60_000) // a list read just now would be used again
  await breakOutside(shop, { target: 'unipin', kind: 'error' })
  const failing = await begin(admin, importProducts, input)
  await until('it has failed', async () => {
    await shop.sql`update job set run_at = now() where name = 'work-task'`
    const [row] = await shop.sql<
      { state: string }[]
    >`select state from task where id = ${failing._id}`
    return row!.state === 'failed'
  })
  await mendOutside(shop)
  await admin.call(retryTask, { id: failing._id })
  assert.equal((await untilEnded(admin, failing)).state, 'done')
})
