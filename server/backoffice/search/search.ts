import type { Right } from '#contract/core/endpoint.ts'
import { hasRight } from '#contract/accounts/rights.ts'
import type * as contract from '#contract/backoffice/search.ts'
import { FOUND_MAX, type Found } from '#contract/backoffice/search.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { hideContact, seesColleagues, type Reader } from '#server/accounts/users/colleagues.ts'
import { findGames, findItems } from './catalogue.ts'
import { listNamesInUse, titleOf } from '#server/money/gateways/connectors.ts'
import * as rows from './sql.ts'
import { readWords, type Words } from './words.ts'

const NOTHING: Found = {
  users: [],
  orders: [],
  payments: [],
  transactions: [],
  games: [],
  items: [],
  coupons: [],
}

type Find = (
  ctx: Pick<Context, 'sql' | 'catalog' | 'connectors'>,
  words: Words,
  reader: Reader,
) => Promise<Partial<Found>>

/** The searches, each with the right that it requires. */
const FINDS: [Right, Find][] = [
  ['customers', async (...asked) => ({ users: await findUsers(...asked) })],
  ['orders', async (ctx, words) => ({ orders: await findOrders(ctx, words) })],
  ['payments', async (...asked) => ({ payments: await findPayments(...asked) })],
  ['payments', async (...asked) => ({ transactions: await findTransactions(...asked) })],
  ['catalogue', findSold],
  ['marketing', async (ctx, words) => ({ coupons: await findCoupons(ctx, words) })],
]

export const searchEverywhere: Handler<typeof contract.searchEverywhere> = async (
  ctx,
  { search },
  caller,
) => {
  if (!search) return NOTHING
  const words = readWords(search)
  const finds = FINDS.filter(([right]) => hasRight(caller, right))
  const found = await Promise.all(finds.map(([, find]) => find(ctx, words, caller)))
  return Object.assign({ ...NOTHING }, ...found) as Found
}

async function findUsers(
  { sql }: Pick<Context, 'sql'>,
  words: Words,
  reader: Reader,
): Promise<Found['users']> {
  const ids = await rows.findUserIds(sql, words, !seesColleagues(reader))
  return inOrder(
    ids,
    (few) => rows.selectUsers(sql, few),
    ({ id, ...rest }) => ({ _id: id, ...rest }),
  )
}

async function findOrders({ sql }: Pick<Context, 'sql'>, words: Words): Promise<Found['orders']> {
  const ids = await rows.findOrderIds(sql, words)
  return inOrder(
    ids,
    (few) => rows.selectOrders(sql, few),
    ({ id, ...row }) => ({
      _id: id,
      invoiceId: row.invoice,
      status: row.status,
      createdAt: row.createdAt.toISOString(),
      currency: row.currency,
      amount: row.amount,
      gameName: row.gameName,
      itemName: row.itemName,
      playerId: row.playerId,
      zoneId: row.zoneId,
      UTR: row.paymentReference,
      fullName: row.fullName,
    }),
  )
}

async function findPayments(
  ctx: Pick<Context, 'sql' | 'connectors'>,
  words: Words,
  reader: Reader,
): Promise<Found['payments']> {
  const { sql } = ctx
  const ids = await rows.findPaymentIds(sql, words, await listNamesInUse(sql))
  return inOrder(
    ids,
    (few) => rows.selectPayments(sql, few),
    (row) => {
      const { id, createdAt, gateway, ...rest } = hideContact(row, reader)
      const gatewayTitle = titleOf(ctx, gateway)
      return { _id: id, ...rest, gatewayTitle, createdAt: createdAt.toISOString() }
    },
  )
}

async function findTransactions(
  { sql }: Pick<Context, 'sql'>,
  words: Words,
  reader: Reader,
): Promise<Found['transactions']> {
  const found = await rows.selectTransactions(sql, words, FOUND_MAX)
  return found.map((row) => {
    const { hash, reference, amount, createdAt, ...rest } = hideContact(row, reader)
    return {
      _id: hash.toString('hex'),
      UTR: reference,
      price: amount,
      createdAt: createdAt.toISOString(),
      ...rest,
    }
  })
}

async function findSold({ catalog }: Pick<Context, 'catalog'>, { text }: Words) {
  const all = await catalog()
  return {
    games: findGames(all, text, FOUND_MAX).map(({ _id, gameSlug, gameName, gameAvailablity }) => ({
      _id,
      gameSlug,
      gameName,
      isAvailable: gameAvailablity,
    })),
    items: findItems(all, text, FOUND_MAX).map(({ game, item }) => ({
      _id: item._id,
      gameSlug: game.gameSlug,
      gameName: game.gameName,
      itemName: item.itemName,
      sellingPrice: item.sellingPrice,
      isAvailable: item.itemAvailablity,
    })),
  }
}

async function findCoupons({ sql }: Pick<Context, 'sql'>, words: Words): Promise<Found['coupons']> {
  const found = await rows.selectCoupons(sql, words, FOUND_MAX)
  return found.map(({ id, code, expiresAt, ...rest }) => ({
    _id: id,
    couponCode: code,
    expiresOn: expiresAt?.toISOString() ?? null,
    ...rest,
  }))
}

/** Loads the first few rows in the order in which their ids were found. */
async function inOrder<Row extends { id: string }, T>(
  ids: string[],
  select: (ids: string[]) => PromiseLike<Row[]>,
  toFound: (row: Row) => T,
): Promise<T[]> {
  const few = ids.slice(0, FOUND_MAX)
  if (few.length === 0) return []
  const byId = new Map((await select(few)).map((row) => [row.id, row]))
  return few.flatMap((id) => (byId.has(id) ? [toFound(byId.get(id)!)] : []))
}
