import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listNamers, listRegionSuppliers } from './namers.ts'
import {
  UNKNOWN,
  type SourceAnswer,
  type Player,
  type RegionAnswer,
  type RegionSource,
} from './source.ts'
import { createVipReseller } from './vip-reseller.ts'

/** Timeout for all sources of a step together. Three steps end before the browser gives up. */
const STEP_PATIENCE_MS = 2_500

type Step = { asks: Record<string, RegionSource>; isForNames?: boolean }

/**
 * Asks sources step by step until one knows the country. First come sources that name it, then suppliers that tell some
 * countries apart, and last those that know only the name. Sources that fail are skipped. Null if none of those that
 * answered knows the player.
 */
export async function askSources(
  ctx: Pick<Context, 'log' | 'config' | 'catalog' | 'suppliers'>,
  player: Player,
): Promise<RegionAnswer | null> {
  const heard: (SourceAnswer | null)[] = []
  for (const { asks, isForNames = false } of await listSteps(ctx)) {
    if (isForNames && heard.some((one) => one?.username)) break
    heard.push(...(await askAll(ctx, asks, player)))
    if (heard.some((one) => one?.username && one.region !== UNKNOWN)) break
  }
  if (heard.length === 0) throw new Refusal('REGION_UNREACHABLE')
  const known = heard.filter((one) => one !== null)
  if (known.length === 0) return null
  return {
    username: known.find(({ username }) => username)?.username ?? '',
    region: known.find(({ region }) => region !== UNKNOWN)?.region ?? UNKNOWN,
  }
}

async function listSteps({
  config,
  suppliers,
  catalog,
}: Pick<Context, 'config' | 'catalog' | 'suppliers'>): Promise<Step[]> {
  const all = await suppliers()
  const { games } = await catalog()
  return [
    { asks: config.vipReseller ? { 'vip-reseller': createVipReseller(config.vipReseller) } : {} },
    { asks: listRegionSuppliers(all) },
    { asks: listNamers(all, games), isForNames: true },
  ]
}

/** Answers of the sources of a step. Failed and late ones are left out. */
async function askAll(
  { log }: Pick<Context, 'log'>,
  asks: Step['asks'],
  player: Player,
): Promise<(SourceAnswer | null)[]> {
  const answers = await Promise.all(
    Object.entries(asks).map(async ([source, ask]) => {
      try {
        return [await inTime(ask(player))]
      } catch (error) {
        log.warn({ err: error, source }, 'region not checked')
        return []
      }
    }),
  )
  return answers.flat()
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('No answer in time')), STEP_PATIENCE_MS)
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
