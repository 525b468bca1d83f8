import { randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import type { Input } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/orders/risk.ts'
import type { Ban, BanKind } from '#contract/orders/risk.ts'
import { Email, INVALID_PHONE, Phone } from '#contract/accounts/people.ts'
import type { Caller, Context, Visit } from '#server/context.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { networkOf } from '#server/platform/http/limits/flood-limits.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { maskVpa } from '#connectors/gateways/payer.ts'
import * as rows from './ban-sql.ts'

export const listBans: Handler<typeof contract.listBans> = async (
  { sql },
  { page, limit, sort, ...filter },
) => {
  const list = { ...filter, isOldestFirst: sort === 'createdAt', limit, offset: (page - 1) * limit }
  const [bans, total] = await Promise.all([rows.selectBans(sql, list), rows.countBans(sql, filter)])
  return { bans: bans.map(toBan), total }
}

export const addBan: Handler<typeof contract.addBan> = (ctx, input, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const { plain, shown } = await toBannable(ctx, input)
    const { kind, note } = input
    const ban = {
      kind,
      value: await rows.makeKey(tx, kind, plain),
      shown,
      note,
      id: randomUUIDv7(),
      createdBy: caller.id,
      createdAt: now,
    }
    if (!(await rows.insertBan(tx, ban))) throw new Refusal('BANNED_ALREADY', { field: 'value' })
    return {
      action: 'ban',
      subject: `ban ${ban.id}`,
      before: null,
      after: { kind, shown, note },
      answer: toBan(await rows.selectBan(tx, ban.id)),
    }
  })

export const deleteBan: Handler<typeof contract.deleteBan> = (ctx, { id }, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx) => {
    const gone = await rows.deleteBan(tx, id)
    if (!gone) throw new Refusal('NO_SUCH_BAN')
    const { kind, shown, note } = gone
    const before = { kind, shown, note }
    return { action: 'unban', subject: `ban ${id}`, before, after: null, answer: null }
  })

type Banning = { orderId: string; kinds: BanKind[]; note: string; caller: Caller; visit: Visit }

/** Bans what is behind an order. Kinds that the order does not have are left out. */
export async function banBehind(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { orderId, kinds, note, caller, visit }: Banning,
): Promise<void> {
  const found = await rows.selectBannable(tx, orderId)
  for (const bannable of found.filter(({ kind }) => kinds.includes(kind))) {
    const id = randomUUIDv7()
    const ban = { ...bannable, id, note, createdBy: caller.id, createdAt: now() }
    if (!(await rows.insertBan(tx, ban))) continue
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'ban',
      subject: `ban ${id}`,
      before: null,
      after: { kind: ban.kind, shown: ban.shown, note, orderId },
      now: now(),
    })
  }
}

type Bannable = { plain: string; shown: string }

/** Reads what an administrator typed. */
async function toBannable(
  ctx: Pick<Context, 'catalog'>,
  { kind, value, gameId }: Input<typeof contract.addBan>,
): Promise<Bannable> {
  if (kind === 'player') return toPlayer(ctx, value, gameId)
  if (kind === 'vpa') {
    if (!/^[\w.-]+@[\w.-]+$/.test(value)) throw wrong('Enter a UPI address, like name@bank')
    return { plain: value, shown: maskVpa(value) }
  }
  const plain = read(kind, value)
  return { plain, shown: plain }
}

function read(kind: 'email' | 'phone' | 'address', value: string): string {
  if (kind === 'address') {
    if (!isIP(value)) throw wrong('Enter an IP address')
    return networkOf(value)
  }
  const field = kind === 'email' ? Email('') : Phone('', INVALID_PHONE)
  const { data, error } = field.safeParse(value)
  if (data === undefined) throw wrong(error!.issues[0]!.message)
  return data.toLowerCase()
}

async function toPlayer(
  ctx: Pick<Context, 'catalog'>,
  playerId: string,
  gameId: string | undefined,
): Promise<Bannable> {
  const game = [...(await ctx.catalog()).gameBySlug.values()].find(({ _id }) => _id === gameId)
  if (!game) throw new Refusal('NO_SUCH_GAME', { field: 'gameId' })
  return { plain: `${game._id} ${playerId}`, shown: `${playerId} in ${game.gameName}` }
}

const wrong = (message: string) => new Refusal('BAD_INPUT', { field: 'value', message })

const toBan = ({ id, createdAt, ...ban }: rows.BanRow): Ban => ({
  _id: id,
  ...ban,
  at: createdAt.toISOString(),
})
