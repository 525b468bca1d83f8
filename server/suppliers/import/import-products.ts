import { z } from 'zod'
import type { FullGame } from '#contract/catalogue/games.ts'
import * as contract from '#contract/catalogue/suppliers/imports.ts'
import type { Import, Imported } from '#contract/catalogue/suppliers/imports.ts'
import { formatExactly } from '#contract/core/money.ts'
import type { TaskLine } from '#contract/core/tasks.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import { addPacks } from '#server/catalogue/games/items/add-packs.ts'
import type { Context } from '#server/context.ts'
import { tellChange } from '#server/platform/db/changes.ts'
import { implement, type Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { beginOnce } from '#server/platform/tasks/begin-once.ts'
import { endTask, stepTask, type TaskRow } from '#server/platform/tasks/tasks.ts'
import type { Piece, Work } from '#server/platform/tasks/work-task.ts'
import { titleOf } from '#server/suppliers/title-of.ts'
import { findUnitCosts } from '#server/suppliers/prices/costs.ts'
import { judgeImport, packsOf, toPricing, type Question } from './judge-import.ts'
import { getPricedGame } from '#server/suppliers/prices/price-rules.ts'
import { listStale } from '#server/suppliers/prices/preview-price-rule.ts'
import { selectProductsAt } from '#server/suppliers/products/product-sql.ts'
import { keyOf, readProducts } from '#server/suppliers/products/read-products.ts'
import { selectRule } from '#server/suppliers/prices/rule-sql.ts'

/**
 * Shows the result of an import without saving it. Only the supplier's product list is stored, if it is stale and read
 * again.
 */
const previewImport: Handler<typeof contract.previewImport> = async (ctx, input) => {
  const game = await getPricedGame(ctx, input.gameSlug)
  const supplierGame = supplierGameOf(game)
  const fault = (await readProducts(ctx, await listStale(ctx, [supplierGame]))).get(
    keyOf(supplierGame),
  )
  const question = await ask(ctx, game, input)
  if (question.products.size === 0) throw unread(fault)
  const there = packsOf(game)
  return { products: input.productIds.map((id) => judgeImport(id, there, question)) }
}

const importProducts: Handler<typeof contract.importProducts> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const game = await getPricedGame(ctx, input.gameSlug)
  await getPricing(ctx, game, input)
  const total = input.productIds.length
  const title = `${total === 1 ? '1 pack' : `${total} packs`} into ${game.gameName}`
  const call = { endpoint: contract.importProducts, input, caller, visit }
  return beginOnce(ctx, call, { kind: 'import-products', title, total })
}

export const importRoutes = implement(contract, { previewImport, importProducts })

const supplierGameOf = ({ apiName, givenGameName: game, givenRegion: region }: FullGame) => ({
  source: apiName, // `getPricedGame` has refused manual games before
  game,
  region,
})

const unread = (fault?: string) =>
  new Refusal('PROVIDER_UNREACHABLE', fault ? { message: `${fault}. Please try again` } : {})

async function getPricing(ctx: Pick<Context, 'sql'>, { _id }: FullGame, input: Import) {
  const rule = toPricing(input, await selectRule(ctx.sql, _id))
  if (!rule) throw new Refusal('NO_SUCH_RULE', { field: 'pricing' })
  return rule
}

async function ask(
  ctx: Pick<Context, 'sql' | 'rates' | 'connectors'>,
  game: FullGame,
  input: Import,
): Promise<Question> {
  const supplierGame = supplierGameOf(game)
  const listed = await selectProductsAt(ctx.sql, [supplierGame])
  return {
    source: supplierGame.source,
    title: titleOf(ctx, supplierGame.source),
    products: new Map(listed.map((product) => [product.productId, product])),
    unitCosts: await findUnitCosts(ctx, ctx.sql),
    rule: await getPricing(ctx, game, input),
  }
}

const Progress = z.object({ counts: z.object({ new: z.int(), there: z.int(), no: z.int() }) })
type Progress = z.output<typeof Progress>

const AT_ONCE = 20 // each step invalidates the catalogue on every node

/**
 * Reads the current list first. Then adds packs in batches, and judges each batch while the game is locked.
 */
export const workAtImport: Work = async (ctx, task) => {
  const input = contract.importProducts.input.parse(task.input)
  const progress = Progress.nullable().parse(task.cursor)
  const game = await getPricedGame(ctx, input.gameSlug)
  if (!progress) return readList(ctx, task, game)
  const ids = input.productIds.slice(task.done, task.done + AT_ONCE)
  if (ids.length === 0) return end(task, progress)
  const question = await ask(ctx, game, input)
  return async (tx, now) => {
    let judged: Imported[] = []
    const added = await addPacks(tx, {
      gameSlug: game.gameSlug,
      choose: (there) => {
        judged = ids.map((id) => judgeImport(id, there, question))
        return judged.filter(({ is }) => is === 'new').map((one) => toPack(one, input))
      },
      now,
    })
    for (const row of added)
      await recordAction(tx, {
        callerId: task.userId,
        address: `task ${task.id}`,
        action: 'import item',
        subject: `item ${row.id}`,
        before: null,
        after: row,
        now,
      })
    if (added.length > 0) await tellChange(ctx, tx)
    const counts = { ...progress.counts }
    for (const { is } of judged) counts[is]++
    const done = task.done + ids.length
    await stepTask(tx, task.id, { done, lines: judged.map(toLine), cursor: { counts } })
    return 'more'
  }
}

async function readList(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'suppliers' | 'connectors'>,
  task: TaskRow,
  game: FullGame,
): Promise<Piece> {
  const supplierGame = supplierGameOf(game)
  const fault = (await readProducts(ctx, [supplierGame])).get(keyOf(supplierGame))
  if (fault && (await listStale(ctx, [supplierGame])).length > 0) throw unread(fault)
  return async (tx) => {
    const counts = { new: 0, there: 0, no: 0 }
    const note = `Read the list of ${titleOf(ctx, supplierGame.source)}`
    await stepTask(tx, task.id, { done: 0, note, cursor: { counts } })
    return 'more'
  }
}

const end =
  (task: TaskRow, { counts }: Progress): Piece =>
  async (tx, now) => {
    const said = [
      { label: 'Added', count: counts.new },
      { label: 'Already there', count: counts.there },
      { label: 'Not added', count: counts.no },
    ]
    await endTask(tx, task.id, { state: 'done', result: { counts: said }, now })
    return 'over'
  }

const toPack = ({ name, productId, ...prices }: Imported, input: Import) => ({
  itemName: name,
  serviceId: productId,
  sellingPrice: prices.sellingPrice!, // a new one always has a price
  resellerSellingPrice: prices.resellerSellingPrice,
  costPrice: prices.costPrice,
  itemImageId: input.itemImageId,
  tagId: input.tagId,
  itemAvailablity: input.itemAvailablity,
})

const TONES = { new: 'good', there: 'doubtful', no: 'bad' } as const

const rupees = (paise: number | null) => formatExactly(paise ?? 0, 'INR')

const toLine = ({ name, is, words, costPrice, sellingPrice }: Imported): TaskLine => ({
  is: TONES[is],
  subject: name,
  words: is === 'new' ? `Added for ${rupees(sellingPrice)}. It costs ${rupees(costPrice)}` : words,
})
