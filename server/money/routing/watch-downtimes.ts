import type { GatewayName } from '#contract/money/gateways.ts'
import { findSettings, putSetting } from '#server/catalogue/settings/settings.ts'
import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'

const KEY = 'gateway-downtimes'
const TRUSTED_MS = 10 * 60_000 // a gateway that can't be asked any more has not reported this

type Downtimes = Record<GatewayName, { words: string; at: string }>

/**
 * Asks the gateways whether they report a downtime, and stores what they say. Nobody is asked without a stand-in,
 * because nothing would change.
 */
export async function watchDowntimes(
  ctx: Pick<Context, 'sql' | 'gateways' | 'log' | 'now'>,
): Promise<void> {
  const { active, standIns, byName } = await ctx.gateways()
  if (!active || standIns.length === 0) return
  const told = new Map<GatewayName, string | null>()
  for (const name of [active, ...standIns]) {
    const words = await byName
      .get(name)
      ?.findDowntime?.()
      .catch((error: unknown) => {
        ctx.log.warn({ err: error, gateway: name }, 'gateway cannot be asked about a downtime')
        return undefined
      })
    if (words !== undefined) told.set(name, words)
  }
  const before = await readDowntimes(ctx.sql)
  const after = merge(before, told, ctx.now())
  if (JSON.stringify(after) === JSON.stringify(before)) return
  await ctx.sql.begin((tx) => putSetting(tx, KEY, after, ctx.now()))
}

function merge(before: Downtimes, told: Map<GatewayName, string | null>, now: Date): Downtimes {
  const after = { ...before }
  for (const [name, words] of told) {
    if (words === null) delete after[name]
    else after[name] = { words, at: now.toISOString() }
  }
  return after
}

async function readDowntimes(sql: Sql | Tx): Promise<Downtimes> {
  const found = await findSettings<{ [KEY]: Downtimes }>(sql, [KEY])
  return found[KEY] ?? {}
}

/** Lists what gateways report, in words, as far as it is recent. */
export async function listDowntimes(sql: Sql | Tx, now: Date): Promise<Map<GatewayName, string>> {
  const all = await readDowntimes(sql)
  const since = now.getTime() - TRUSTED_MS
  const recent = Object.entries(all).filter(([, { at }]) => Date.parse(at) >= since)
  return new Map(recent.map(([name, { words }]) => [name, words]))
}
