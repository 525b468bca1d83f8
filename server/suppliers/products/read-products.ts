import type { Context } from '#server/context.ts'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { titleOf } from '#server/suppliers/title-of.ts'
import type { SupplierGame } from '#server/suppliers/prices/landed-cost.ts'
import { closeProducts, upsertProducts, type ProductRow } from './product-sql.ts'

/** Error messages for lists that could not be read, by the key of the list. */
export type Faults = Map<string, string>

export const FAILURES_MAX = 3 // consecutive failures after which a supplier is not asked about its other games

type Listed = Awaited<ReturnType<Supplier['listProducts']>>

export const keyOf = ({ source, game, region }: SupplierGame): string =>
  JSON.stringify([source, game, region])

/** Reads the suppliers' product lists and stores them. A list that cannot be read keeps its old rows. */
export async function readProducts(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'suppliers' | 'connectors'>,
  places: SupplierGame[],
): Promise<Faults> {
  const suppliers = await ctx.suppliers()
  const faults: Faults = new Map()
  const bySource = Map.groupBy(places, ({ source }) => source)
  await Promise.all(
    [...bySource].map(([source, all]) => readAll(ctx, suppliers.get(source), all, faults)),
  )
  return faults
}

async function readAll(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'connectors'>,
  supplier: Supplier | undefined,
  places: SupplierGame[],
  faults: Faults,
): Promise<void> {
  let failures = 0
  for (const supplierGame of places) {
    const title = titleOf(ctx, supplierGame.source)
    if (!supplier) {
      faults.set(keyOf(supplierGame), `The shop has no account with ${title}`)
      continue
    }
    const fault = failures < FAILURES_MAX ? await readOne(ctx, supplier, supplierGame) : AWAY
    failures = fault === null ? 0 : failures + 1
    if (fault) faults.set(keyOf(supplierGame), `${title} ${fault}`)
  }
}

export const AWAY = 'isn’t answering right now'

/**
 * Returns null on success, else what went wrong. An empty list counts as an error, because packs of this game are on
 * sale.
 */
async function readOne(
  { sql, now, log }: Pick<Context, 'sql' | 'now' | 'log'>,
  supplier: Supplier,
  supplierGame: SupplierGame,
): Promise<string | null> {
  const readAt = now()
  let listed: Listed
  try {
    listed = await supplier.listProducts(supplierGame)
  } catch (error) {
    log.warn({ err: error, ...supplierGame }, 'products of a supplier cannot be read')
    return `didn’t send its prices for “${supplierGame.game}”`
  }
  if (listed.length === 0) return `lists nothing for “${supplierGame.game}”`
  const [readable, others] = partition(listed)
  await sql.begin(async (tx) => {
    await upsertProducts(tx, supplierGame, readable, readAt)
    const unread = others.filter(isStorable)
    await closeProducts(tx, supplierGame, unread, readAt)
  })
  return others.length > 0 ? `lists products for “${supplierGame.game}” that we can’t read` : null
}

const COST = /^\d{1,12}(\.\d+)?$/
const TEXT_MAX = 500

const isStorable = (text: string): boolean =>
  text.length <= TEXT_MAX && text.isWellFormed() && !text.includes('\0')

/** Returns each readable product once, sorted by id, so that two nodes lock the rows in the same order. */
function partition(listed: Listed): [readable: ProductRow[], others: string[]] {
  const readable = new Map<string, ProductRow>()
  const others: string[] = []
  for (const { id: productId, ...product } of listed) {
    const { name, cost, currency } = product
    if (COST.test(cost) && [productId, name, currency].every(isStorable))
      readable.set(productId, { productId, ...product })
    else others.push(productId)
  }
  const rows = [...readable.values()].toSorted((one, other) =>
    one.productId < other.productId ? -1 : 1,
  )
  return [rows, others]
}
