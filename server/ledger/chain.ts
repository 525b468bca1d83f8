import { hash } from 'node:crypto'

// The hashes of the books, computed from what is stored: the database computes the same when it writes.

export type HashedTransfer = {
  number: number
  key: string
  line: number
  kind: string
  source: string
  target: string
  currency: string
  amount: number
  reference: string
  orderId: string | null
  createdAt: Date
}

export type HashedPosting = {
  userId: string
  currency: string
  sequence: number
  amount: number
  balance: number
  createdAt: Date
  kind: string
  reference: string
  orderId: string | null
  transferHash: Buffer
}

type HashedSeal = { number: number; last: number; count: number; root: Buffer; createdAt: Date }

/** What stands before the first line of a wallet, and before the first seal. */
export const BEGINNING = Buffer.alloc(32)

let scratch = Buffer.alloc(4_096)

/** Of all parts, one behind the other; at once, which is quicker than part by part. */
function digest(...parts: (Buffer | string)[]): Buffer {
  let end = 0
  for (const part of parts) {
    const endMax = end + Buffer.byteLength(part)
    if (endMax > scratch.length) scratch = Buffer.concat([scratch], 2 * endMax)
    end += typeof part === 'string' ? scratch.write(part, end) : part.copy(scratch, end)
  }
  return hash('sha256', scratch.subarray(0, end), 'buffer')
}

const lines = (...fields: (string | number)[]): string => fields.join('\n')

export const hashTransfer = (transfer: HashedTransfer): Buffer =>
  digest(
    lines(
      'transfer',
      transfer.number,
      transfer.key,
      transfer.line,
      transfer.kind,
      transfer.source,
      transfer.target,
      transfer.currency,
      transfer.amount,
      transfer.reference,
      transfer.orderId ?? '',
      transfer.createdAt.toISOString(),
    ),
  )

export const hashPosting = (before: Buffer, posting: HashedPosting): Buffer =>
  digest(
    before,
    lines(
      'posting',
      posting.userId,
      posting.currency,
      posting.sequence,
      posting.amount,
      posting.balance,
      posting.createdAt.toISOString(),
      posting.kind,
      posting.reference,
      posting.orderId ?? '',
      posting.transferHash.toString('hex'),
    ),
  )

export const hashSeal = (before: Buffer, seal: HashedSeal): Buffer =>
  digest(
    before,
    lines(
      'seal',
      seal.number,
      seal.last,
      seal.count,
      seal.root.toString('hex'),
      seal.createdAt.toISOString(),
    ),
  )

export type Tree = { add(parts: (Buffer | null)[]): void; readonly count: number; root(): Buffer }

/** A Merkle tree as in RFC 6962, of which no more is kept than one hash for each of its heights. */
export function growTree(): Tree {
  const peaks: { height: number; hash: Buffer }[] = []
  let count = 0
  return {
    get count() {
      return count
    },
    add(parts) {
      count++
      let peak = { height: 0, hash: digest(LEAF, ...parts.filter((part) => part !== null)) }
      while (peaks.at(-1)?.height === peak.height)
        peak = { height: peak.height + 1, hash: digest(NODE, peaks.pop()!.hash, peak.hash) }
      peaks.push(peak)
    },
    root: () =>
      peaks.reduceRight<Buffer | null>(
        (right, { hash }) => (right ? digest(NODE, hash, right) : hash),
        null,
      ) ?? digest(),
  }
}

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])
