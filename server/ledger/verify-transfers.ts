import type { Tx } from '#server/db/db.ts'
import { BEGINNING, growTree, hashSeal, hashTransfer, type Tree } from './chain.ts'
import { add, hasHash, stream, type Counts, type Outcome } from './check.ts'
import {
  declareSeals,
  declareTransfers,
  fetchSeals,
  fetchTransfers,
  type CheckedSeal,
  type TransferRow,
} from './verify-sql.ts'

/** A seal that was written down outside of the database, where nobody can edit it with the books. */
export type Anchor = { number: number; hash: string }

/** Goes through every transfer in order, and holds each seal against what it sealed. */
export async function verifyTransfers(
  tx: Tx,
  counts: Counts,
  anchor: Anchor | null,
): Promise<Outcome> {
  await declareTransfers(tx)
  const totals = new Map<string, bigint>()
  const seals = await openSeals(tx, counts, anchor)
  let last = 0
  for await (const row of stream(() => fetchTransfers(tx))) {
    const problem =
      row.number > last ? findProblem(row) : 'it is there twice, or one of its lines is'
    last = row.number
    if (problem)
      return { fault: `Transfer ${row.number} (${row.key}, line ${row.line}): ${problem}` }
    const fault = await seals.pass(row)
    if (fault) return { fault }
    counts.transfers++
    if (row.source.startsWith('house:')) add(totals, row.currency, -row.amount)
    if (row.target.startsWith('house:')) add(totals, row.currency, row.amount)
  }
  const fault = await seals.end()
  return fault ? { fault } : { totals }
}

function findProblem(row: TransferRow): string | null {
  if (!row.isExact || !hasHash(row.hash, () => hashTransfer(row)))
    return 'its hash is not that of its fields'
  if (!row.isPosted)
    return 'its accounts and their lines do not fit it: another currency, or a line is missing'
  return null
}

type Before = Pick<CheckedSeal, 'number' | 'last' | 'hash'>

/** The seals beside the transfers: each is opened when the transfers behind it begin. */
async function openSeals(tx: Tx, counts: Counts, anchor: Anchor | null) {
  await declareSeals(tx)
  const rows = stream(() => fetchSeals(tx))
  let before: Before = { number: 0, last: 0, hash: BEGINNING }
  let next = await read()
  let tree = growTree()
  return { pass, end }

  async function read(): Promise<CheckedSeal | null> {
    const { value } = await rows.next()
    return value ?? null
  }

  async function pass({ number, hash, sourceHash, targetHash }: TransferRow) {
    while (next && number > next.last) {
      const fault = await close(next)
      if (fault) return fault
    }
    if (next) tree.add([hash, sourceHash, targetHash])
    return null
  }

  async function end(): Promise<string | null> {
    while (next) {
      const fault = await close(next)
      if (fault) return fault
    }
    if (anchor && anchor.number > before.number)
      return `Seal ${anchor.number}: it was written down, and is not there`
    return null
  }

  async function close(seal: CheckedSeal): Promise<string | null> {
    const problem = findSealProblem(seal, { before, tree, anchor })
    if (problem) return `Seal ${seal.number}: ${problem}`
    counts.seals++
    counts.sealed += tree.count
    counts.lastSeal = seal.hash.toString('hex')
    before = seal
    tree = growTree()
    next = await read()
    return null
  }
}

type Place = { before: Before; tree: Tree; anchor: Anchor | null }

function findSealProblem(seal: CheckedSeal, { before, tree, anchor }: Place): string | null {
  if (seal.number !== before.number + 1)
    return `the seals between ${before.number} and it are missing`
  if (seal.last <= before.last) return 'it ends before the seal before it'
  if (!seal.isExact || !hasHash(seal.hash, () => hashSeal(before.hash, seal)))
    return 'its hash is not that of its fields and of the seal before'
  if (seal.number === anchor?.number && seal.hash.toString('hex') !== anchor.hash)
    return `its hash was written down as ${anchor.hash}, and is another`
  if (seal.count !== tree.count)
    return `it sealed ${seal.count} transfers up to ${seal.last}, and ${tree.count} are there`
  if (!tree.root().equals(seal.root))
    return `a transfer up to ${seal.last} or one of its lines is not what it was`
  return null
}
