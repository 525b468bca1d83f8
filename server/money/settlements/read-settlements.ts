import type { GatewayName } from '#contract/money/gateways.ts'
import type { Context } from '#server/context.ts'
import type { Gateway } from '#connectors/gateways/gateway.ts'
import { measureCosts } from '#server/money/routing/costs.ts'
import { insertCaptured, insertLines } from './sql.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Gateways add lines to a settlement for some days. The first reading after an upgrade goes as far back. */
const WINDOW_MS = 10 * DAY_MS
const AT_ONCE = 1_000

/** Stores what each gateway has settled in the last days, and what payments cost there. Known lines are skipped. */
export async function readSettlements(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'gateways' | 'connectors'>,
): Promise<void> {
  const { byName } = await ctx.gateways()
  for (const [name, gateway] of byName) {
    if (!gateway.listSettled && !ctx.connectors.gateways.get(name)?.isOwnWallet) continue
    try {
      await readOf(ctx, name, gateway)
    } catch (error) {
      ctx.log.error({ err: error, gateway: name }, 'settlements of a gateway not read')
    }
  }
  await measureCosts(ctx)
}

async function readOf(
  { sql, now, log }: Pick<Context, 'sql' | 'now' | 'log'>,
  name: GatewayName,
  { listSettled }: Gateway,
): Promise<void> {
  const readAt = now()
  const since = new Date(readAt.getTime() - WINDOW_MS)
  const lines = (await listSettled?.(since, readAt)) ?? []
  let added = listSettled ? 0 : await insertCaptured(sql, name, { since, readAt })
  for (let from = 0; from < lines.length; from += AT_ONCE)
    added += await insertLines(sql, name, { lines: lines.slice(from, from + AT_ONCE), readAt })
  log.info({ gateway: name, lines: lines.length, added }, 'settlements read')
}
