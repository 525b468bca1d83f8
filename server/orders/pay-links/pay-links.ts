import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/orders/pay-links.ts'
import { PAY_LINK_DAYS, type PayLink, type PayLinkState } from '#contract/orders/pay-links.ts'
import { keptSince } from '#contract/core/retention.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { lockOwner } from '#server/accounts/users/users.ts'
import { readSignedId, writeSignedId } from '#server/accounts/users/signed-id.ts'
import { selectPlayer } from '#server/orders/players/sql.ts'
import * as rows from './pay-link-sql.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const OPEN_MAX = 50
const LISTED_MAX = 50

export const createPayLink: Handler<typeof contract.createPayLink> = async (ctx, input, caller) => {
  const { gameSlug, itemSlug, gameDetailId, message } = input
  const item = (await ctx.catalog()).itemBySlug.get(itemSlug)
  if (item?.gameSlug !== gameSlug) throw new Refusal('NO_SUCH_ITEM')
  const sought = { id: gameDetailId ?? '', userId: caller.id }
  const player = gameDetailId ? await selectPlayer(ctx.sql, sought) : null
  if (gameDetailId && player?.gameSlug !== gameSlug) throw new Refusal('NO_SUCH_GAME_DETAIL')
  const [id, createdAt] = [randomUUIDv7(), ctx.now()]
  await ctx.sql.begin(async (tx) => {
    await lockOwner(tx, caller)
    if ((await rows.countOpen(tx, caller.id, createdAt)) >= OPEN_MAX)
      throw new Refusal('TOO_MANY_PAY_LINKS')
    await rows.insertPayLink(tx, {
      id,
      userId: caller.id,
      itemId: item._id,
      playerId: player?.playerId ?? null,
      zoneId: player?.zoneId ?? '',
      name: player?.name ?? '',
      message,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + PAY_LINK_DAYS * DAY_MS),
    })
  })
  return toPayLink(ctx, (await rows.selectPayLink(ctx.sql, id))!)
}

export const listPayLinks: Handler<typeof contract.listPayLinks> = async (ctx, _input, caller) =>
  (await rows.selectPayLinksOf(ctx.sql, caller.id, LISTED_MAX)).map((row) => toPayLink(ctx, row))

export const withdrawPayLink: Handler<typeof contract.withdrawPayLink> = async (
  ctx,
  { id },
  caller,
) => {
  const isOwn = await rows.endPayLink(ctx.sql, { id, userId: caller.id, now: ctx.now() })
  if (!isOwn) throw new Refusal('PAY_LINK_WRONG')
  return null
}

export const openPayLink: Handler<typeof contract.openPayLink> = async (ctx, { token }) => {
  const row = await rows.selectPayLink(ctx.sql, readPayLink(ctx, token))
  if (!row) throw new Refusal('PAY_LINK_WRONG')
  return { ...toLink(ctx, row), fname: row.fullName.split(' ')[0]! }
}

/** Reads the id of the link from its token. */
export function readPayLink({ keys }: Pick<Context, 'keys'>, token: string): string {
  const id = readSignedId(keys['pay-link'], token)
  if (!id) throw new Refusal('PAY_LINK_WRONG')
  return id
}

export async function erasePayLinks(
  { sql }: Pick<Context, 'sql'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> {
  await rows.deletePayLinksOf(sql, userId)
}

export async function forgetPayLinks({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  await rows.deleteOldPayLinks(sql, keptSince('payLink', now()))
}

const toPayLink = (
  ctx: Pick<Context, 'keys' | 'now' | 'config'>,
  row: rows.PayLinkRow,
): PayLink => ({
  _id: row.id,
  ...toLink(ctx, row),
  url: `${ctx.config.publicUrl}/pay-for/${row.gameSlug}/${row.itemSlug}?token=${writeSignedId(ctx.keys['pay-link'], row.id)}`,
  createdAt: row.createdAt.toISOString(),
})

function toLink({ now }: Pick<Context, 'now'>, row: rows.PayLinkRow) {
  const { gameSlug, gameName, itemSlug, itemName, playerId, zoneId, name, message, expiresAt } = row
  return {
    gameSlug,
    gameName,
    itemSlug,
    itemName,
    player: playerId === null ? null : { playerId, zoneId, userName: name },
    message,
    state: stateOf(row, now()),
    expiresAt: expiresAt.toISOString(),
  }
}

function stateOf({ isPaid, endedAt, expiresAt }: rows.PayLinkRow, now: Date): PayLinkState {
  if (isPaid !== null) return isPaid ? 'paid' : 'paying'
  if (endedAt) return 'withdrawn'
  return expiresAt <= now ? 'expired' : 'open'
}
