import { z } from 'zod'
import { formatExactly } from '#contract/core/money.ts'
import * as contract from '#contract/catalogue/suppliers/prices.ts'
import { Supplier } from '#contract/catalogue/sources.ts'
import type { TaskLine } from '#contract/core/tasks.ts'
import type { Context } from '#server/context.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { beginOnce } from '#server/platform/tasks/begin-once.ts'
import { endTask, stepTask, type TaskRow } from '#server/platform/tasks/tasks.ts'
import type { Piece, Work } from '#server/platform/tasks/work-task.ts'
import { titleOf } from '#server/suppliers/title-of.ts'
import { findKnownCosts, listSupplierGames } from '#server/suppliers/prices/known-costs.ts'
import { getGame } from '#server/suppliers/prices/price-rules.ts'
import {
  AWAY,
  FAILURES_MAX,
  keyOf,
  readProducts,
} from '#server/suppliers/products/read-products.ts'
import {
  AT_ONCE,
  findDuePacks,
  repriceBatch,
  type Reprice,
} from '#server/suppliers/prices/reprice-packs.ts'
import { selectRule, updateSynced } from '#server/suppliers/prices/rule-sql.ts'
import { listRuledGames, tellFaults, type SyncDeps } from './sync-products.ts'

export const syncPrices: Handler<typeof contract.syncPrices> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const { _id: gameId, gameName } = await getGame(ctx, input.gameSlug)
  if (!(await selectRule(ctx.sql, gameId))) throw new Refusal('NO_SUCH_RULE')
  const call = { endpoint: contract.syncPrices, input, caller, visit }
  return beginOnce(ctx, call, { kind: 'sync-prices', title: `Prices of ${gameName}` })
}

export const syncAllPrices: Handler<typeof contract.syncAllPrices> = (
  ctx,
  input,
  caller,
  visit,
) => {
  const call = { endpoint: contract.syncAllPrices, input, caller, visit }
  return beginOnce(ctx, call, { kind: 'sync-prices', title: 'Prices of all games with a rule' })
}

const SyncInput = z.object({ gameSlug: z.string().exactOptional() })

/**
 * Progress of the task: first each list, then each game. `faults` is by the key of the list. A supplier that fails
 * repeatedly is not asked again.
 */
const Progress = z.object({
  lists: z.array(z.object({ source: Supplier, game: z.string(), region: z.string() })),
  gameIds: z.array(z.string()),
  faults: z.record(z.string(), z.string()),
  failures: z.record(z.string(), z.int()),
  counts: z.object({ read: z.int(), changed: z.int(), off: z.int() }),
})
type Progress = z.output<typeof Progress>

/** Does one step of the task: reads a list, reprices a game, or ends the task. */
export const workAtPrices: Work = async (ctx, task) => {
  const progress = Progress.nullable().parse(task.cursor)
  if (!progress) return begin(ctx, task)
  const { done } = task
  if (done < progress.lists.length) return readList(ctx, task, progress)
  const gameId = progress.gameIds[done - progress.lists.length]
  if (gameId !== undefined) return repriceGame(ctx, task, { progress, gameId })
  return async (tx, now) => {
    const { read, changed, off } = progress.counts
    const counts = [
      { label: 'Lists read', count: read },
      { label: 'Lists not read', count: progress.lists.length - read },
      { label: 'Packs changed', count: changed },
      { label: 'Paused', count: off },
    ]
    await endTask(tx, task.id, { state: 'done', result: { counts }, now })
    return 'over'
  }
}

const begin = async (ctx: Pick<Context, 'sql' | 'catalog' | 'connectors'>, task: TaskRow) => {
  const { gameSlug } = SyncInput.parse(task.input)
  const ruled = await listRuledGames(ctx)
  const games = ruled.map(({ game }) => game)
  const chosen = games.filter((game) => !gameSlug || game.gameSlug === gameSlug)
  const progress: Progress = {
    lists: listSupplierGames(chosen),
    gameIds: chosen.map(({ _id }) => _id),
    faults: {},
    failures: {},
    counts: { read: 0, changed: 0, off: 0 },
  }
  return next(ctx, task, progress, { done: 0, lines: [] })
}

async function readList(
  ctx: Pick<Context, 'sql' | 'now' | 'log' | 'suppliers' | 'connectors'>,
  task: TaskRow,
  progress: Progress,
) {
  const list = progress.lists[task.done]!
  const failures = progress.failures[list.source] ?? 0
  const title = titleOf(ctx, list.source)
  const fault =
    failures >= FAILURES_MAX
      ? `${title} ${AWAY}`
      : ((await readProducts(ctx, [list])).get(keyOf(list)) ?? null)
  const subject = [title, list.game, list.region].filter(Boolean).join(', ')
  const line: TaskLine = fault
    ? { is: 'bad', subject, words: fault }
    : { is: 'good', subject, words: 'Its list was read' }
  const after: Progress = {
    ...progress,
    faults: fault ? { ...progress.faults, [keyOf(list)]: fault } : progress.faults,
    failures: { ...progress.failures, [list.source]: fault ? failures + 1 : 0 },
    counts: { ...progress.counts, read: progress.counts.read + (fault ? 0 : 1) },
  }
  return next(ctx, task, after, { done: task.done + 1, lines: [line] })
}

/** A game with more changes than fit in a batch takes several steps. A game without a rule has nothing to do. */
async function repriceGame(
  ctx: SyncDeps,
  task: TaskRow,
  { progress, gameId }: { progress: Progress; gameId: string },
) {
  const ruled = (await listRuledGames(ctx)).filter(({ game }) => game._id === gameId)
  const games = ruled.map(({ game }) => game)
  const known = await findKnownCosts(ctx, ctx.sql, listSupplierGames(games))
  const due = await findDuePacks(ctx, ruled, known)
  const faults = new Map(Object.entries(progress.faults))
  const fault = games[0] ? tellFaults(games[0], faults, known) : null
  const isLast = due.length <= AT_ONCE
  const step: Piece = async (tx, now) => {
    // Before the packs: another batch that already reads the rule may be waiting for one of them.
    if (isLast) await updateSynced(tx, [{ gameId, fault }], now)
    const changes = await repriceBatch(ctx, tx, due.slice(0, AT_ONCE), known)
    const { changed, off } = progress.counts
    const counts = {
      ...progress.counts,
      changed: changed + changes.length,
      off: off + changes.filter(({ after }) => after.pausedFor !== null).length,
    }
    const lines = changes.map((change) => toLine(games[0]!.gameName, change))
    const after = { ...progress, counts }
    return next(ctx, task, after, { done: task.done + (isLast ? 1 : 0), lines })(tx, now)
  }
  return step
}

type Step = { done: number; lines: TaskLine[] }

const next =
  (
    ctx: Pick<Context, 'connectors'>,
    task: TaskRow,
    progress: Progress,
    { done, lines }: Step,
  ): Piece =>
  async (tx) => {
    const total = progress.lists.length + progress.gameIds.length
    const list = progress.lists[done]
    const note = list ? `Asking ${titleOf(ctx, list.source)} about ${list.game}` : ''
    await stepTask(tx, task.id, { done, total, note, lines, cursor: progress })
    return 'more'
  }

const rupees = (paise: number | null) => (paise === null ? 'nothing' : formatExactly(paise, 'INR'))

function toLine(gameName: string, { name, before, after }: Reprice): TaskLine {
  const said: string[] = []
  const tell = (what: string, was: number | null, is: number | null) => {
    if (was !== is) said.push(`${what} ${rupees(is)} instead of ${rupees(was)}`)
  }
  tell('It costs', before.costPrice, after.costPrice)
  tell('It’s sold for', before.sellingPrice, after.sellingPrice)
  tell('Resellers pay', before.resellerPrice, after.resellerPrice)
  if (after.pausedFor !== null) said.push(`Paused. ${after.pausedFor}`)
  else if (!before.isAvailable && after.isAvailable) said.push('On sale again')
  const is = after.pausedFor === null ? 'good' : 'doubtful'
  return { is, subject: `${gameName}: ${name}`, words: said.join('. ') }
}
