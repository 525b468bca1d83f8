import { z } from 'zod'
import type * as contract from '#contract/resellers/bulk.ts'
import { Id } from '#contract/core/endpoint.ts'
import type { Currency, Rate } from '#contract/core/money.ts'
import { IN_AN_ID } from '#contract/orders/players.ts'
import { charge, priceFor } from '#contract/catalogue/pricing.ts'
import { Reference } from '#contract/resellers/reseller.ts'
import { rateFor } from '#server/catalogue/exchange-rate/rates.ts'
import { countUnsold, isOnSale } from '#server/catalogue/games/see.ts'
import type { ApiCaller, Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readZone } from '#server/orders/players/players.ts'
import { toApiCaller } from '#server/resellers/keys/to-api-caller.ts'
import { getProduct } from '#server/resellers/api/products.ts'
import { findByReference } from '#server/resellers/api/read-orders.ts'
import { readWallets } from '#server/resellers/api/read-wallet.ts'
import { readBulkLines, type BulkLine } from './read-bulk-lines.ts'

/** A line with everything known before it is placed. Amounts are in minor units. */
export type CheckedLine = BulkLine & {
  productName: string
  price: number | null
  problem: string | null
}

type File = { csv: string; currency: Currency; isTest: boolean }

const NO_KEY = '00000000-0000-0000-0000-000000000000'

export const checkBulk: Handler<typeof contract.checkBulk> = async (ctx, file, caller) => {
  const apiClient = toApiCaller(caller.id, { id: NO_KEY, isTest: file.isTest })
  const [lines, balances] = await Promise.all([
    checkLines(ctx, file, apiClient),
    readWallets(ctx, apiClient),
  ])
  const { currency } = file
  return {
    currency,
    balance: balances[currency] ?? 0,
    total: sumOf(lines),
    fineCount: lines.filter(({ problem }) => problem === null).length,
    lines,
  }
}

/** Adds up the prices of the lines that have no problem. */
export const sumOf = (lines: CheckedLine[]): number =>
  lines.reduce((sum, { problem, price }) => (problem === null ? sum + (price ?? 0) : sum), 0)

/** Checks each line on its own and against the lines before it. */
export async function checkLines(
  ctx: Pick<Context, 'sql' | 'catalog' | 'rates'>,
  { csv, currency }: File,
  apiClient: ApiCaller,
): Promise<CheckedLine[]> {
  const taken = new Map<string, number>() // line number by reference
  const bought = new Map<string, number>() // count by product
  const checked: CheckedLine[] = []
  const rate = rateFor(await ctx.rates(), currency)
  for (const row of readBulkLines(csv)) {
    const { reference, line } = row
    const found = await checkLine(ctx, row, { currency, rate, apiClient, bought })
    const twin = reference ? taken.get(reference) : undefined
    const problem = twin
      ? `Line ${twin} has the same reference. Each order needs its own`
      : found.problem
    if (reference && !twin) taken.set(reference, line)
    if (!problem) bought.set(row.productId, (bought.get(row.productId) ?? 0) + 1)
    checked.push({ ...row, ...found, problem })
  }
  return checked
}

type Beside = {
  currency: Currency
  rate: Rate | null
  apiClient: ApiCaller
  bought: Map<string, number>
}
type LineResult = Pick<CheckedLine, 'productName' | 'price' | 'problem'>

async function checkLine(
  ctx: Pick<Context, 'sql' | 'catalog'>,
  line: BulkLine,
  beside: Beside,
): Promise<LineResult> {
  const { productId, reference } = line
  const nothing = { productName: '', price: null }
  if (!Id.safeParse(productId).success)
    return {
      ...nothing,
      problem: productId ? 'Unknown product ID' : 'The product ID is missing',
    }
  try {
    const { game, item } = await getProduct(ctx, productId)
    const price = priceFor(item, 'reseller')
    const { amount } = charge({ price, currency: beside.currency, rate: beside.rate })
    const found = { productName: `${game.gameName}, ${item.itemName}`, price: amount }
    const left = countUnsold(item) ?? Infinity
    const isLeft = left > (beside.bought.get(productId) ?? 0)
    const problem =
      (isOnSale({ game, item }) ? null : 'This product isn’t available right now') ??
      (isLeft ? null : 'There isn’t enough of this product left') ??
      explainPlayer(line.playerId) ??
      explainZone(game, line.zoneId) ??
      (await explainReference(ctx, reference, beside.apiClient))
    return { ...found, problem }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...nothing, problem: error.message }
  }
}

const SHORTENED = /^\d+([.,]\d+)?e\+\d+$/i // such as 1.23E+09

function explainPlayer(playerId: string): string | null {
  if (playerId === '') return 'The player ID is missing'
  if (SHORTENED.test(playerId))
    return 'The spreadsheet shortened this player ID. Format its column as text and enter it again'
  if (playerId.length > 64) return 'A player ID can have at most 64 characters'
  return IN_AN_ID.test(playerId) ? null : 'This player ID has characters that aren’t allowed'
}

function explainZone(game: Parameters<typeof readZone>[0], zoneId: string): string | null {
  try {
    readZone(game, zoneId)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    if (error instanceof z.ZodError) return error.issues[0]!.message
    throw error
  }
}

async function explainReference(
  ctx: Pick<Context, 'sql'>,
  reference: string,
  apiClient: ApiCaller,
): Promise<string | null> {
  if (reference === '') return null
  const { error } = Reference.safeParse(reference)
  if (error) return error.issues[0]!.message
  const order = await findByReference(ctx, reference, apiClient)
  return order && 'An order with this reference already exists'
}
