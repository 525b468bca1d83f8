import type { Tx } from '#server/platform/db/db.ts'
import { BEGINNING, growTree, hashSeal, hashTransfer, type Tree } from './chain.ts'
import { add, hasHash, type Counts, type Outcome } from './check.ts'
import {
  copyTransfers,
  declareSeals,
  fetchSeals,
  type CheckedSeal,
  type TransferRow,
} from './verify-sql.ts'

/** A seal that was recorded outside the database, where nobody can edit it together with the books. */
export type Anchor = { number: number; hash: string }

/** Checks every transfer in order, and each seal against the transfers that it covers. */
export async function verifyTransfers(
  tx: Tx,
  counts: Counts,
  anchor: Anchor | null,
): Promise<Outcome> {
  const totals = new Map<string, bigint>()
  const seals = await openSeals(tx, counts, anchor)
  let [last, fault] = [0, null as string | null]
  const take = (row: TransferRow) => {
    if (fault) return
    const isNext = row.number > last
    const problem = isNext ? findProblem(row) : 'it exists twice, or one of its lines does'
    last = row.number
    if (problem) fault = `Transfer ${row.number} (${row.key}, line ${row.line}): ${problem}`
    fault ??= seals.pass(row)
    if (fault) return
    counts.transfers++
    if (row.source.startsWith('house:')) add(totals, row.currency, -row.amount)
    if (row.target.startsWith('house:')) add(totals, row.currency, row.amount)
  }
  for (let after: number | null = 0; after !== null && !fault;) {
    const upTo = await seals.load()
    await copyTransfers(tx, { after, upTo }, take)
    after = upTo === null ? null : Math.max(after, upTo)
  }
  fault ??= seals.end()
  return fault ? { fault } : { totals }
}

function findProblem(row: TransferRow): string | null {
  if (!hasHash(row.hash, () => hashTransfer(row))) return "its hash doesn't match its fields"
  if (!row.isPosted)
    return "its accounts and their lines don't match it: another currency, or a missing line"
  return null
}

type Before = Pick<CheckedSeal, 'number' | 'last' | 'hash'>

/** Loads seals in batches, alongside the transfers. Each seal is checked when the transfers after it begin. */
async function openSeals(tx: Tx, counts: Counts, anchor: Anchor | null) {
  await declareSeals(tx)
  const loaded: CheckedSeal[] = []
  let before: Before = { number: 0, last: 0, hash: BEGINNING }
  let tree = growTree()
  return { load, pass, end }

  /** Loads the next seals. Returns the last transfer that they cover, or null when there are no more. */
  async function load(): Promise<number | null> {
    const next = await fetchSeals(tx)
    loaded.push(...next)
    const last = next.at(-1)?.last ?? null
    return last === null ? null : Math.min(last, Number.MAX_SAFE_INTEGER)
  }

  function pass({ number, hash, sourceHash, targetHash }: TransferRow): string | null {
    while (loaded[0] && number > loaded[0].last) {
      const fault = close(loaded[0])
      if (fault) return fault
    }
    if (loaded[0]) tree.add([hash, sourceHash, targetHash])
    return null
  }

  function end(): string | null {
    while (loaded[0]) {
      const fault = close(loaded[0])
      if (fault) return fault
    }
    if (anchor && anchor.number > before.number)
      return `Seal ${anchor.number}: it was written down, but is missing`
    return null
  }

  function close(seal: CheckedSeal): string | null {
    const problem = findSealProblem(seal, { before, tree, anchor })
    if (problem) return `Seal ${seal.number}: ${problem}`
    counts.seals++
    counts.sealed += tree.count
    counts.lastSeal = seal.hash
    before = seal
    tree = growTree()
    loaded.shift()
    return null
  }
}

type SealPosition = { before: Before; tree: Tree; anchor: Anchor | null }

function findSealProblem(seal: CheckedSeal, { before, tree, anchor }: SealPosition): string | null {
  if (seal.number !== before.number + 1)
    return `the seals between ${before.number} and it are missing`
  if (seal.last <= before.last) return 'it ends before the previous seal'
  if (!seal.isExact || !hasHash(seal.hash, () => hashSeal(before.hash, seal)))
    return "its hash doesn't match its fields and the previous seal"
  if (seal.number === anchor?.number && seal.hash !== anchor.hash)
    return `its hash was written down as ${anchor.hash}, but has changed`
  if (seal.count !== tree.count)
    return `it sealed ${seal.count} transfers up to ${seal.last}, but there are ${tree.count}`
  if (tree.root() !== seal.root)
    return `a transfer up to ${seal.last} or one of its lines has changed`
  return null
}
