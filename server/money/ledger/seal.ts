import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { BEGINNING, growTree, hashSeal } from './chain.ts'
import * as rows from './sql.ts'

const PATIENCE_MS = 30_000
const LOOK_MS = 20
const BATCH = 5_000
const SEAL_MAX = 100_000

/** Seals all new transfers, so that any later edit of them is found. */
export async function sealLedger({
  sql,
  now,
  log,
}: Pick<Context, 'sql' | 'now' | 'log'>): Promise<void> {
  const upTo = await findSettled(sql)
  for (;;) {
    const last = await rows.selectLastSeal(sql)
    const after = last?.last ?? 0
    const tree = growTree()
    const end = await gather(sql, tree, { after, upTo })
    if (tree.count === 0) return
    const fields = {
      number: (last?.number ?? 0) + 1,
      last: end,
      count: tree.count,
      root: tree.root(),
      createdAt: now(),
    }
    const hash = hashSeal(last?.hash ?? BEGINNING, fields)
    await rows.insertSeal(sql, { ...fields, hash }, after) // one of two concurrent runs fails here, and runs again
    log.info({ seal: fields.number, count: tree.count, hash }, 'sealed')
  }
}

/**
 * Finds the newest transfer before which no other can still appear. Numbers are drawn in order, but transactions commit
 * in any order. It waits for current writers; later ones draw higher numbers.
 */
export async function findSettled(sql: Sql): Promise<number> {
  const newest = await rows.selectNewestNumber(sql)
  let writers = await rows.selectWriters(sql)
  for (const end = Date.now() + PATIENCE_MS; writers.length > 0; await sleep(LOOK_MS)) {
    if (Date.now() > end) throw new Error("A transaction that moves money doesn't end")
    const still = new Set(await rows.selectWriters(sql))
    writers = writers.filter((writer) => still.has(writer))
  }
  return newest
}

type Range = { after: number; upTo: number }

async function gather(
  sql: Sql,
  tree: ReturnType<typeof growTree>,
  { after, upTo }: Range,
): Promise<number> {
  let end = after
  while (tree.count < SEAL_MAX) {
    const leaves = await rows.selectLeaves(sql, { after: end, upTo, max: BATCH })
    for (const { hash, sourceHash, targetHash } of leaves) tree.add([hash, sourceHash, targetHash])
    end = leaves.at(-1)?.number ?? end
    if (leaves.length < BATCH) break
  }
  return end
}
